package session_test

import (
	"fmt"
	"sync"

	"sleight/content"
	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/scripts"
)

// Open the embedded content, play a command, and receive its changes.
func Example() {
	embedded := load.Root{FS: load.Folders{"content": content.Files, "scripts": scripts.Files}, Fixed: true}
	catalog, problems := load.NewLoader(embedded).Load()
	if catalog == nil {
		fmt.Println(problems)
		return
	}
	games, problems := rules.Build(catalog, nil)
	if games == nil {
		fmt.Println(problems)
		return
	}
	s, problem := session.New(games, "manipulation", session.Options{Seed: 7})
	if problem != nil {
		fmt.Println(problem)
		return
	}

	commands, _ := s.Legal(0)
	fmt.Println(len(commands), "commands, the first is:", s.Format(commands[0]))
	result := s.Run("use nudge d1 -1")
	fmt.Println("done:", result.Command)
	for _, c := range result.Changes {
		if c.Op == state.OpProp {
			fmt.Println(s.Label(c.Entity), c.From, "→", c.To)
		}
	}
	for _, e := range result.Events {
		fmt.Println("event:", e.Event)
	}
	fmt.Println("refused:", s.Run("use nudge d9 1").Refusal.Code)
	// Output:
	// 16 commands, the first is: hold d1
	// done: use nudge d1 -1
	// d1 6 → 5
	// event: used
	// refused: target-unknown
}

// example opens a session of the embedded game; the shipped content has no
// errors.
func example(seed uint64) *session.Session {
	s, problem := session.New(examples(), "manipulation", session.Options{Seed: seed})
	if problem != nil {
		panic(problem)
	}
	return s
}

func examples() *rules.Content {
	embedded := load.Root{FS: load.Folders{"content": content.Files, "scripts": scripts.Files}, Fixed: true}
	catalog, _ := load.NewLoader(embedded).Load()
	games, _ := rules.Build(catalog, nil)
	return games
}

// Undo, redo and replay lead to the same state, bit for bit.
func ExampleSession_Undo() {
	s := example(7)
	before := s.Hash()
	s.Run("hold d1")
	s.Run("reroll")
	after := s.Hash()

	fmt.Println("undone:", s.Undo(2), s.Hash() == before)
	fmt.Println("redone:", s.Redo(2), s.Hash() == after)

	replayed, problem := session.Replay(s.Content(), "manipulation", session.Options{Seed: 7}, s.Commands(), nil)
	fmt.Println("replayed:", s.Commands(), problem == nil && replayed.Hash() == after)
	// Output:
	// undone: 2 true
	// redone: 2 true
	// replayed: [hold d1 reroll] true
}

// Any number of sessions, each in a goroutine of its own, share one content.
func ExampleNew() {
	games := examples()
	hashes := make([]string, 4)
	var all sync.WaitGroup
	for i := range hashes {
		all.Go(func() {
			s, problem := session.New(games, "manipulation", session.Options{Seed: uint64(i / 2)})
			if problem != nil {
				return
			}
			s.Run("reroll")
			hashes[i] = s.Hash()
		})
	}
	all.Wait()
	fmt.Println("same seed, same game:", hashes[0] == hashes[1], hashes[2] == hashes[3])
	fmt.Println("other seed, same game:", hashes[0] == hashes[2])
	// Output:
	// same seed, same game: true true
	// other seed, same game: false
}

// A choice is made step by step; nothing happens until the last pick, so
// cancelling costs nothing.
func ExampleSession_Begin() {
	s := example(7)
	s.Begin("use nudge")
	c := s.Choice()
	fmt.Println(c.State, c.Prompt, len(c.Options), "options")
	s.Pick("d1")
	c = s.Choice()
	fmt.Println(c.State, c.Prompt)
	for _, o := range c.Options {
		fmt.Printf("%s (%s): %q\n", o.Label, o.Title, o.Reason)
	}
	s.Cancel()
	fmt.Println(s.Choice().State, "after", s.Turn(), "commands")
	// Output:
	// TARGETING_DIE Select a die… 5 options
	// NUDGE_DIRECTION Up or down?
	// -1 (−1): ""
	// 1 (+1): "A die cannot go below 1 or above its highest face"
	// IDLE after 0 commands
}
