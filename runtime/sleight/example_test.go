package sleight_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
	"strings"
	"testing/fstest"

	"sleight/runtime/sleight"
)

// A game from a folder, with hot reload: a file saved during play takes effect
// with the next command. docs/embedding.md turns this into a complete program.
func Example() {
	content, err := sleight.Open(sleight.Folder("testdata/coins"))
	if err != nil {
		log.Fatal(err)
	}
	if err = content.Watch(context.Background(), func(edit sleight.Edit) { fmt.Println(edit) }); err != nil {
		log.Fatal(err)
	}
	defer content.Close()
	game, err := content.NewSession("coins", sleight.SessionOptions{Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	for line := bufio.NewScanner(strings.NewReader("toss\nspend\n")); line.Scan(); { // or os.Stdin
		if notes := game.Update(); len(notes) > 0 {
			fmt.Println(notes)
		}
		fmt.Println(game.Do(line.Text()))
	}
	// Output:
	// c1 Coin: value 0 → 2
	// Heads 0 → 1
	// There is no action spend.
}

// Content may be embedded in the program.
func ExampleFS() {
	files := os.DirFS("testdata/coins") // or an embed.FS
	content, err := sleight.Open(sleight.FS("mine", files))
	if err != nil {
		log.Fatal(err)
	}
	for _, g := range content.Games() {
		fmt.Println(g.ID, g.Name, g.MinPlayers)
	}
	// Output: coins Coins 1
}

// Problems have a place in a file.
func ExampleContent_Problems() {
	files := fstest.MapFS{"content/coins/game.yaml": {Data: []byte("kind: game\nid: coins\nname: Coins\nphasis: {}\n")}}
	content, err := sleight.Open(sleight.FS("mine", files))
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range content.Problems() {
		fmt.Println(p.File, p.Line, p.Column, p.Code, p.Hint)
	}
	// Output: mine/content/coins/game.yaml 4 1 content/unknown-key did you mean "phases"?
}

// A choice asks for one target after another; nothing happens until the last is
// picked.
func ExampleSession_Begin() {
	s := manipulation()
	s.Begin("use nudge")
	fmt.Println(s.Board(0).Choice.Prompt)
	s.Pick("d1")
	fmt.Println(s.Board(0).Choice.Prompt, len(s.Log()))
	fmt.Println(s.Pick("-1"))
	// Output:
	// Select a die…
	// Up or down? 0
	// d1 d6: value 6 → 5
	// Mana 3 → 2
}

// A forbidden command is refused with a message and changes nothing.
func ExampleSession_Do() {
	s := manipulation()
	before := s.Hash()
	result := s.Do("use nudge d9 1")
	fmt.Println(result.Code, result.Arguments["word"])
	fmt.Println(s.Hash() == before)
	// Output:
	// target-unknown "d9"
	// true
}

// A loaded game continues with its whole history.
func ExampleContent_Load() {
	content, err := sleight.Open()
	if err != nil {
		log.Fatal(err)
	}
	s, err := content.NewSession("manipulation", sleight.SessionOptions{Seed: 7})
	if err != nil {
		log.Fatal(err)
	}
	s.Do("use nudge d1 -1")
	var file bytes.Buffer
	if err := s.Save(&file); err != nil {
		log.Fatal(err)
	}
	loaded, notes, err := content.Load(&file, "")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(loaded.Log(), notes, loaded.Hash() == s.Hash(), loaded.Undo(1))
	// Output: [use nudge d1 -1] [] true 1
}

func ExampleSession_Legal() {
	s := manipulation()
	legal, err := s.Legal(3)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(legal)
	// Output: [hold d1 hold d2 hold d3]
}

func ExampleContent_Simulate() {
	content, err := sleight.Open()
	if err != nil {
		log.Fatal(err)
	}
	report, err := content.Simulate(context.Background(), sleight.Simulation{Game: "forward", Games: 20, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.N, report.Outcomes)
	// Output: 20 map[lost:16 won:4]
}

func manipulation() *sleight.Session {
	content, err := sleight.Open()
	if err != nil {
		log.Fatal(err)
	}
	s, err := content.NewSession("manipulation", sleight.SessionOptions{Seed: 7})
	if err != nil {
		log.Fatal(err)
	}
	return s
}
