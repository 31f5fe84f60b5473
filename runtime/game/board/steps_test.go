package board_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/game/board"
	"sleight/runtime/game/session"
)

const showing = `
kind: game
id: showing
name: Showing
players: {min: 2, max: 2}
variables: {gold: {start: 5}, secret: {start: 1, show: false}}
zones:
  hand: {of: card, label: c, per: player, visible: owner}
  deck: {of: card, label: k, visible: none, start: [king, ace]}
  table: {of: card, label: t}
properties: {card: {might: {start: 1}}}
events: {struck: {show: strong}, noticed: {}, counted: {args: [who, n], tally: [who, n]}}
actions: {draw: {}, reveal: {}, shift: {}, hit: {}, make: {}, sort: {}, train: {}, count: {}, turn: {}}
phases: {turn: {actions: [draw, reveal, shift, hit, make, sort, train, count, turn]}}
lua: |
  return {
    do_draw = function() move_to(top("deck"), "hand") end,
    do_reveal = function()
      local card = top("deck")
      card.face_up = true
      remove(card)
    end,
    do_shift = function()
      local card = top("deck")
      move_to(card, "hand@2")
      move_to(card, "deck")
    end,
    do_hit = function()
      vars.gold = 3
      emit("noticed")
      emit("struck")
      vars.gold = 4
      vars.secret = 2
    end,
    do_sort = function()
      add("king", "table")
      move_to(add("ace", "table"), "table", 1)
    end,
    do_train = function()
      top("deck").might = 2
      move_to(top("deck"), "hand")
      at("hand", 1).might = 3
      add("ace", "table").might = 4
    end,
    do_count = function()
      local gone = add("king", "table")
      emit("counted", gone, 7)
      emit("counted", add("ace", "table"), 7)
      emit("counted", top("deck"), 7)
      emit("counted")
      remove(gone)
    end,
    do_turn = function()
      local card = top("deck")
      card.face_up = true
      card.face_up = false
      card.might = 5
    end,
    do_make = function() move_to(add("ace", "table"), "deck") end,
  }
---
{kind: card, id: ace, name: Ace, icon: spade}
---
{kind: card, id: king, name: King}
`

// TestStepsShowOnlyWhatAPlayerSees checks the steps of commands, for the acting
// player and for the other: a card that was turned up and then removed is
// shown, one that stays face down is not, a move within a zone is none, properties
// are those of cards that the player sees, and events are in the order in which
// they happened.
func TestStepsShowOnlyWhatAPlayerSees(t *testing.T) {
	for _, test := range []struct{ command, first, second string }{
		{"draw", `move King deck > hand@1`, ``},
		{"reveal", `turn King; move King deck > `, `turn King; move King deck > `},
		{"shift", ``, `move King deck > hand@2; move King hand@2 > deck`},
		{"hit", `var gold 5 3; event struck strong; var gold 3 4`, `var gold 5 3; event struck strong; var gold 3 4`},
		{"make", `move Ace  > table; move Ace table > deck`, `move Ace  > table; move Ace table > deck`},
		{"sort", `move King  > table; move Ace  > table`, `move King  > table; move Ace  > table`},
		{"train", `move King deck > hand@1; set might 2 3; move Ace  > table; set might 1 4`, `move Ace  > table; set might 1 4`},
		{"count", `move King  > table; event counted  (gone) 7; move Ace  > table; event counted  Ace 7; event counted  k1 7; move King table > `, `move King  > table; event counted  (gone) 7; move Ace  > table; event counted  Ace 7; event counted  k1 7; move King table > `},
		{"turn", `turn King`, `turn King`},
	} {
		c, problems := mustLoad(t, showing)
		if c == nil {
			t.Fatal(problems)
		}
		s, problem := session.New(c, "showing", session.Options{Seed: 1, Players: 2})
		if problem != nil {
			t.Fatal(problem)
		}
		r := s.Run(test.command)
		if !r.OK() {
			t.Fatal(test.command, r.Refusal, r.Problem)
		}
		for player, want := range []string{test.first, test.second} {
			steps := board.NewViewer(s, player+1, nil).Steps(r.Changes, r.Events)
			if got := inWords(steps); got != want {
				t.Errorf("%s, as player %d sees it: got %q, want %q", test.command, player+1, got, want)
			}
			if text, _ := json.Marshal(steps); want == "" && strings.Contains(string(text), "card/") {
				t.Errorf("%s tells player %d of a card: %s", test.command, player+1, text)
			}
		}
	}
}

func inWords(steps []board.Step) string {
	var out []string
	for _, s := range steps {
		words := []string{s.Op}
		switch s.Op {
		case "move":
			words = append(words, s.Thing.Name, s.From, ">", s.To)
		case "turn":
			words = append(words, s.Thing.Name)
		case "var", "set":
			was, _ := json.Marshal(s.Was)
			is, _ := json.Marshal(s.Is)
			words = append(words, s.Name, string(was), string(is))
		case "event":
			words = append(words, s.Name, s.Show)
			words = append(words, s.Tally...)
		}
		out = append(out, strings.Join(words, " "))
	}
	return strings.Join(out, "; ")
}

// TestStepsDescribeThings checks that a step contains the data to draw removed
// entities.
func TestStepsDescribeThings(t *testing.T) {
	c, _ := mustLoad(t, showing)
	s, _ := session.New(c, "showing", session.Options{Seed: 1, Players: 2})
	r := s.Run("make")
	steps := board.NewViewer(s, 1, nil).Steps(r.Changes, r.Events)
	i := slices.IndexFunc(steps, func(s board.Step) bool { return s.Op == "move" })
	if i < 0 || steps[i].Thing.Drawing != "spade" || steps[i].Thing.Key != "card/ace" {
		t.Fatalf("got %+v", steps)
	}
}

// TestTallies checks that an event has the tally that its content declares, in
// that order and with the names of entities, without the parts that a script
// omits.
func TestTallies(t *testing.T) {
	const tallying = `
kind: game
id: tallying
name: Tallying
variables: {rust: {start: 0, as: status}, calm: {start: true, as: status}, word: {start: "", as: status}}
zones: {hand: {of: card, label: c, start: [ace]}}
events: {scored: {args: [of, points, worth, times], tally: [of, worth, times, points]}, quiet: {args: [points]}}
actions: {score: {}, half: {}}
phases: {turn: {actions: [score, half]}}
lua: |
  return {
    do_score = function()
      emit("quiet", 3)
      emit("scored", at("hand", 1), 12, 4, 3)
      vars.rust = 2
      vars.calm = false
      vars.word = "so"
    end,
    do_half = function() emit("scored", at("hand", 1), 12) end,
  }
---
{kind: card, id: ace, name: Ace}
`
	c, problems := mustLoad(t, tallying)
	if c == nil {
		t.Fatal(problems)
	}
	s, _ := session.New(c, "tallying", session.Options{Seed: 1})
	idle := func() (out []bool) {
		for _, f := range board.Of(s, 1, nil).Groups[0].Figures {
			out = append(out, f.Idle)
		}
		return out
	}
	if got := idle(); !slices.Equal(got, []bool{true, false, true}) {
		t.Errorf("idle before: %v", got)
	}
	for command, want := range map[string][]string{"score": {"Ace", "4", "3", "12"}, "half": {"Ace", "12"}} {
		r := s.Run(command)
		var got []string
		for _, step := range board.NewViewer(s, 1, nil).Steps(r.Changes, r.Events) {
			if step.Op == "event" {
				got = append(got, step.Tally...)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, expected %q", command, got, want)
		}
	}
	if got := idle(); !slices.Equal(got, []bool{false, true, false}) {
		t.Errorf("idle after: %v", got)
	}
	if _, problems = mustLoad(t, strings.Replace(tallying, "[of, worth, times, points]", "[of, wirth]", 1)); !strings.Contains(problems.Error(), `the event scored carries no "wirth"`) {
		t.Errorf("a tally of what the event lacks is not reported: %v", problems)
	}
}
