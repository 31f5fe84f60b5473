package seat_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/seat"
	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
)

// askEverything asks all seats, and a watcher, everything that they may be told, and makes worlds
// that they imagine.
func askEverything(s *session.Session) {
	for player := range s.Players() + 1 {
		at := seat.Of(s, player, nil)
		_ = at.Board()
		commands, _ := at.Legal(9)
		for i, command := range commands {
			_, _, _, _ = at.Choose(command, nil)
			if i < 2 {
				_, _, _ = at.Preview(command, nil)
			}
		}
		_, _, _ = at.Parse("use nothing")
		_ = at.Start()
		for turn := range s.Turn() + 1 {
			_, _ = at.Command(turn), at.Messages(turn)
		}
		if player > 0 {
			luck := random.New(uint64(player), "look")
			fork := s.Fork(nil)
			fork.As(player, func() { _, _ = fork.Imagine(&luck) })
			if c, ok, _ := fork.Sample(&luck); ok {
				fork.Do(c)
			}
			fork.Suspend()
		}
	}
	for _, v := range s.Game().Views {
		_, _ = s.View(v)
	}
	_, _ = s.Evaluate("players() + player() + #tostring(vars)")
	_, _ = s.Evaluate("nothing")
}

// again returns a session that was saved and loaded, with other content that is equal.
func again(t *testing.T, c, equal *rules.Content, s *session.Session) *session.Session {
	t.Helper()
	var text bytes.Buffer
	if err := s.Save(&text); err != nil {
		t.Fatal(err)
	}
	loaded, _, problem := session.LoadAll(c, &text, "saved.json")
	if problem != nil {
		t.Fatal(problem)
	}
	loaded.Swap(equal)
	return loaded
}

// TestLookingAndSavingChangesNoGame plays each game three times at random: as it is, with
// all seats asking everything after each command, and saved, loaded, reloaded, undone and
// redone in between. All go the same way, to the unit of fuel.
func TestLookingAndSavingChangesNoGame(t *testing.T) {
	commands, games := 12, uint64(1)
	switch {
	case os.Getenv("SLEIGHT_NIGHTLY") != "":
		commands, games = 80, 20
	case testing.Short():
		commands = 5
	}
	for id, build := range map[string]func() *rules.Content{
		bazaar.ID: func() *rules.Content { return bazaar.Build(t, bazaar.Tree(t)) },
		"auction": func() *rules.Content { return bazaar.Written(t, "auction", bazaar.Motley) },
	} {
		c, equal := build(), build()
		for seed := range games {
			var sessions [3]*session.Session
			var lucks [3]random.Stream
			for i := range sessions {
				var problem *diag.Diagnostic
				if sessions[i], problem = session.New(c, id, session.Options{Seed: seed, Players: 2}); problem != nil {
					t.Fatal(problem)
				}
				lucks[i] = random.New(seed, "watched")
			}
			meddle := random.New(seed, "meddle")
			for range commands {
				askEverything(sessions[1])
				if meddle.Below(2) == 0 {
					sessions[2] = again(t, c, equal, sessions[2])
				}
				if turn := sessions[2].Turn(); meddle.Below(2) == 0 {
					sessions[2].Goto(int(meddle.Below(uint64(turn) + 1)))
					sessions[2].Goto(turn)
				}
				var told [3]string
				goesOn := true
				for i, s := range sessions {
					command, ok, problem := s.Sample(&lucks[i])
					if goesOn = ok; !ok {
						told[i] = fmt.Sprint(problem)
						continue
					}
					r := s.Do(command)
					told[i] = fmt.Sprintln(s.Format(command), r.Refusal, r.Problem, r.Messages, len(r.Changes), r.Events, r.Fuel, s.Hash())
					for player := range s.Players() + 1 {
						at := seat.Of(s, player, nil)
						shown, _ := json.Marshal([]any{at.Report(r), at.Board()})
						told[i] += string(shown) + "\n"
					}
				}
				if told[1] != told[0] || told[2] != told[0] {
					t.Fatalf("%s, seed %d, after %v:\n%s\nwith questions\n%s\nwith saves\n%s", id, seed, sessions[0].Commands(), told[0], told[1], told[2])
				}
				if !goesOn {
					break
				}
			}
		}
	}
}
