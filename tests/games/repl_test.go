package games_test

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/ui/repl"
	"sleight/tests/shipped"
)

// TestEveryGamePlaysAsTypedLines checks that a whole game can be played in the
// REPL through a pipe: the commands of random games, typed again, are understood
// and lead to the same end, and the game can be drawn after each of them.
func TestEveryGamePlaysAsTypedLines(t *testing.T) {
	const games = 3 // for each number of players
	content := shipped.Content(t)
	for _, g := range content.Games() {
		for players := g.MinPlayers; players <= g.MaxPlayers; players++ {
			for seed := range uint64(games) {
				o := session.Options{Seed: seed, Players: players}
				t.Run(fmt.Sprintf("%s/%d/%d", g.ID(), players, seed), func(t *testing.T) {
					typeAgain(t, content, g.ID(), o)
				})
			}
		}
	}
}

func typeAgain(t *testing.T, content *rules.Content, game string, o session.Options) {
	t.Helper()
	played, problem := session.New(content, game, o)
	if problem != nil {
		t.Fatal(problem)
	}
	if _, fault := finish(played); fault != "" {
		t.Fatal(fault)
	}
	again, problem := session.New(content, game, o)
	if problem != nil {
		t.Fatal(problem)
	}
	var out strings.Builder
	r := repl.New(again, nil, repl.Options{Out: &out, Seed: o.Seed, Players: o.Players})
	r.Greet()
	for _, line := range played.Commands() {
		for _, typed := range []string{"legal", line, "confirm", "state", "views"} {
			if typed == "confirm" && !again.ChoiceStarted() {
				continue // only a command with a warning waits
			}
			if r.Execute(typed); r.Failed() {
				t.Fatalf("%q fails:\n%s", typed, tail(out.String(), 40))
			}
		}
	}
	switch text := out.String(); {
	case !again.Over() || !strings.Contains(text, "The game is "):
		t.Errorf("the game does not end:\n%s", tail(text, 40))
	case again.Hash() != played.Hash():
		t.Error("typed again, the game comes to another end")
	case strings.Contains(text, "failed: "):
		t.Error("a view fails")
	}
}

// tail returns the last lines of a text.
func tail(text string, n int) string {
	lines := strings.Split(text, "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
