package session_test

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

// mill is a game whose commands make many changes.
const mill = `
kind: game
id: mill
variables: {n: {start: 0}, grain: {start: 0}}
actions:
  grind: {targets: [{name: n, from: [10000, 8900, 1]}]}
  pass_by: {}
phases: {day: {actions: [grind, pass_by]}}
lua: |
  return {
    start = function() for i = 1, 1000 do vars.grain = i end vars.grain = 0 end,
    do_grind = function(_, n) for i = 1, n do vars.n = vars.n + 1 end end,
    do_pass_by = function() end,
  }
`

// undoable loads a saved game, and returns how many commands can be undone, and
// the notes.
func undoable(t *testing.T, s *session.Session, text []byte) (undo int, notes string) {
	t.Helper()
	loaded, said, problem := session.Load(s.Content(), bytes.NewReader(text), saveFile)
	if problem != nil {
		t.Fatal(problem)
	}
	if loaded.Hash() != s.Hash() || loaded.Turn() != s.Turn() {
		t.Errorf("%s is loaded as %s", s, loaded)
	}
	undo, _ = loaded.History()
	return undo, strings.Join(said, "|")
}

const anew = "what happened before the save cannot be undone"

// TestLongHistoriesAreNotReplayed checks that the history of a game is replayed up to
// 30,000 changes, and that the history of a longer one begins at the save.
func TestLongHistoriesAreNotReplayed(t *testing.T) {
	s := opened(t, build(t, map[string]string{"content/mill/game.yaml": mill}), "mill", 1)
	for _, command := range []string{"grind 10000", "grind 10000", "grind 8900"} {
		run(t, s, command)
	}
	for s.State().Position() < 30_000 {
		run(t, s, "pass_by")
	}
	undo, notes := undoable(t, s, written(t, s))
	if undo != s.Turn() || notes != "" || s.State().Position() != 30_000 {
		t.Errorf("after %d changes, %d of %d commands can be undone: %s", s.State().Position(), undo, s.Turn(), notes)
	}
	run(t, s, "pass_by")
	if undo, notes := undoable(t, s, written(t, s)); undo != 0 || notes != anew {
		t.Errorf("after %d changes, %d of %d commands can be undone: %s", s.State().Position(), undo, s.Turn(), notes)
	}
}

// TestHistoriesThatTakeMuchWorkAreNotReplayed checks that the history of a game is
// replayed if its commands together take no more fuel than allowed.
func TestHistoriesThatTakeMuchWorkAreNotReplayed(t *testing.T) {
	s := play(t)
	fuel := int64(0)
	for _, command := range []string{"roll", "ring 2", "rest"} {
		fuel += run(t, s, command).Fuel
	}
	in := recorded(t, s)
	for most, want := range map[int64]bool{fuel + 1: true, fuel: true, fuel - 1: false, 0: false} {
		if got := session.Replays(s.Content(), in, most); got != want {
			t.Errorf("%d units of fuel are replayed within %d: %v", fuel, most, got)
		}
	}
}

// TestLogsThatDoNotReplayAreKept checks that a log with a command that is refused, or with
// Lua, which may come from elsewhere, is kept, and that the history begins at the save.
func TestLogsThatDoNotReplayAreKept(t *testing.T) {
	s := play(t)
	run(t, s, "rest")
	text := undigested(written(t, s))
	for _, more := range []string{"swim", "lock d9", "fail error", "lua"} {
		loaded, notes, problem := session.Load(s.Content(), strings.NewReader(strings.Replace(text, `"rest"`, `"`+more+`", "rest"`, 1)), saveFile)
		if problem != nil || strings.Join(notes, "|") != anew || loaded.Hash() != s.Hash() || strings.Join(loaded.Commands(), "|") != more+"|rest" {
			t.Errorf("with %s, it has %q, notes %q, problem %v", more, loaded.Commands(), notes, problem)
		}
		if undo, _ := loaded.History(); undo != 0 {
			t.Errorf("with %s, %d commands can be undone", more, undo)
		}
	}
}

// TestGamesWithAnotherBudgetAreLoaded checks that a game whose start or commands take
// more than the usual budget is loaded, and that its history begins at the save.
func TestGamesWithAnotherBudgetAreLoaded(t *testing.T) {
	c := build(t, map[string]string{"content/mill/game.yaml": strings.Replace(mill, "for i = 1, 1000 do", "for i = 1, 100000 do", 1)})
	if _, problem := session.New(c, "mill", session.Options{Seed: 1}); problem == nil || problem.Code != "script/fuel" {
		t.Fatalf("it starts, problem %v", problem)
	}
	s, problem := session.New(c, "mill", session.Options{Seed: 1, Fuel: 1 << 40})
	if problem != nil {
		t.Fatal(problem)
	}
	run(t, s, "pass_by")
	if undo, notes := undoable(t, s, written(t, s)); undo != 0 || notes != anew {
		t.Errorf("%d commands can be undone: %s", undo, notes)
	}
	s.Restart(2)
	if got := s.State().Var(slotOf(t, s, "grain")); got != state.Num(0) {
		t.Errorf("the next game has %s grain", got)
	}
}

// slotOf returns the slot of a variable.
func slotOf(t *testing.T, s *session.Session, name string) int {
	t.Helper()
	slot, ok := s.Variable(name)
	if !ok {
		t.Fatal("there is no variable", name)
	}
	return slot
}

// TestAnOutcomeIsThatOfItsCommand checks that the outcome of a command in a save is the same
// wherever the history before it begins.
func TestAnOutcomeIsThatOfItsCommand(t *testing.T) {
	s := haggling(t)
	twin := s.Clone(nil)
	for _, command := range []string{"sign", "sign", "use pen"} {
		run(t, s, command)
		run(t, twin, command)
		a, b := recorded(t, s).Outcomes, recorded(t, twin).Outcomes
		if a[len(a)-1] != b[len(b)-1] {
			t.Errorf("the outcome of %s is %s, and in the copy %s", command, a[len(a)-1], b[len(b)-1])
		}
		twin = s.Clone(nil)
	}
}

// TestWhichOutcomesAreKnown checks that a save has the outcomes of the start and of each command,
// also of one that changes nothing, but not of those that were loaded without.
func TestWhichOutcomesAreKnown(t *testing.T) {
	s := haggling(t)
	for _, command := range []string{"lua local x = 1", "lua local y = 1", "sign", "sign"} {
		run(t, s, command)
	}
	kept := recorded(t, s).Outcomes
	if kept[1] != kept[2] || kept[0] == kept[1] || kept[3] == kept[2] || slices.Contains(kept, "") || len(kept) != 5 {
		t.Errorf("the outcomes are %q", kept)
	}
	if again := recorded(t, s).Outcomes; !slices.Equal(again, kept) {
		t.Errorf("the outcomes are %q, and when saved again %q", kept, again)
	}
	without := regexp.MustCompile(`(?s),\s*"outcomes": \[.*?\]`).ReplaceAllString(undigested(written(t, s)), "")
	loaded, _, problem := session.Load(s.Content(), strings.NewReader(without), saveFile)
	if problem != nil || strings.Contains(without, "outcomes") {
		t.Fatal(problem)
	}
	run(t, loaded, "lua local z = 1")
	run(t, loaded, "sign")
	got := recorded(t, loaded).Outcomes
	if want := []string{"", "", "", "", "", kept[1]}; len(got) != 7 || !slices.Equal(got[:6], want) || got[6] == "" {
		t.Errorf("the outcomes are %q, expected %q and one more", got, want)
	}
}
