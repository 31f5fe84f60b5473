package session_test

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/tests/bazaar"
)

// TestArrangementsAreAtomic checks each way to arrange a game and the errors
// for invalid arrangements, which change nothing.
func TestArrangementsAreAtomic(t *testing.T) {
	s := bazaar.New(t, 3)
	zone := func(name string) int {
		slot, ok := s.Zone(name)
		if !ok {
			t.Fatal("no zone ", name)
		}
		return slot
	}
	first := func(name string) state.ID { return s.State().Zone(zone(name))[0] }
	tea := func(a session.Arrangement) *diag.Diagnostic { _, problem := a.Add(zone("bag"), "tea"); return problem }
	for _, c := range []struct {
		set  func(session.Arrangement) *diag.Diagnostic
		want string
	}{
		{func(a session.Arrangement) *diag.Diagnostic { return a.Variable("glod", state.Num(1)) }, `unknown variable "glod": did you mean "gold"?`},
		{func(a session.Arrangement) *diag.Diagnostic { return a.Variable("gold", state.Num(99)) }, `gold cannot be 99; it is between 0 and 20: `},
		{func(a session.Arrangement) *diag.Diagnostic { return a.Phase("nihgt") }, `unknown phase "nihgt": did you mean "night"?`},
		{func(a session.Arrangement) *diag.Diagnostic { return a.Player(3) }, `_actor cannot be 3; it is between 1 and 2: `},
		{func(a session.Arrangement) *diag.Diagnostic { _, p := a.Until("dwan", 1); return p }, `unknown event "dwan": did you mean "dawn"?`},
		{func(a session.Arrangement) *diag.Diagnostic { _, p := a.Add(zone("bag"), "tee"); return p }, `unknown definition for zone bag "tee": did you mean "tea"?`},
		{func(a session.Arrangement) *diag.Diagnostic { _, p := a.Add(zone("bag"), ""); return p }, `zone bag has no default: say which definition is meant: `},
		{func(a session.Arrangement) *diag.Diagnostic {
			for range 5 {
				if p := tea(a); p != nil {
					return p
				}
			}
			return nil
		}, `zone "bag" is full: it holds at most 4: look at has_room("bag") before putting something in`},
		{func(a session.Arrangement) *diag.Diagnostic { return a.Property(first("dice"), "valeu", state.Num(1)) }, `unknown property of a die "valeu": did you mean "value"?`},
		{func(a session.Arrangement) *diag.Diagnostic {
			return a.Property(first("hand"), "face", state.Str("moon"))
		}, `unknown property of a card "face": known: face_up`},
		{func(a session.Arrangement) *diag.Diagnostic {
			return a.Property(s.State().Zone(zone("dice"))[1], "face", state.Str("sun"))
		}, `unknown face of die/fate "sun": known: moon, rope, sword`},
	} {
		before := s.Hash()
		r := s.Arrange(func(a session.Arrangement) *diag.Diagnostic {
			if problem := a.Variable("day", state.Num(7)); problem != nil {
				return problem
			}
			return c.set(a)
		})
		if r.Problem == nil || r.Problem.Place != (diag.Place{}) || fmt.Sprintf("%s: %s", r.Problem.Message, r.Problem.Hint) != c.want || s.Hash() != before {
			t.Errorf("got %v, changed %v, want %s", r.Problem, s.Hash() != before, c.want)
		}
	}

	run(t, s, "roll")
	s.Begin("buy")
	r := s.Arrange(func(a session.Arrangement) *diag.Diagnostic {
		later, problem := a.Until("dawn", 2)
		a.Clear(zone("hand@2"))
		for _, problem := range []*diag.Diagnostic{
			problem, a.Player(2), a.Variable("gold", state.Num(4)), later.Variable("heat", state.Num(3)), tea(later), a.Phase("night"),
			a.Property(s.State().Zone(zone("dice"))[1], "face", state.Str("moon")), a.Rig("loot", state.Num(1)),
		} {
			if problem != nil {
				return problem
			}
		}
		return nil
	})
	undo, redo := s.History()
	got := fmt.Sprintf("%v, player %d in %s, turn %d, %d to undo, %d to redo, choosing %v: ", r.Problem, s.Player(), s.Phase().Name, s.Turn(), undo, redo, s.ChoiceStarted())
	for _, source := range []string{"vars.gold", `var_of(1, "gold")`, "vars.heat", `count("hand")`, `count("hand@1")`, `count("bag")`, `at("dice", 2).face`} {
		got += look(t, s, source) + " "
	}
	run(t, s, `lua emit("dawn", 1)`)
	got += look(t, s, "vars.heat") + look(t, s, `count("bag")`)
	run(t, s, `lua emit("dawn", 1)`)
	got += " " + look(t, s, "vars.heat") + look(t, s, `count("bag")`)
	if want := "<nil>, player 2 in night, turn 0, 0 to undo, 0 to redo, choosing false: 4 5 3 0 2 1 moon 31 20"; got != want {
		t.Errorf("arranged: %s\n    want: %s", got, want)
	}
}

// TestResultsAndForksAreIndependent checks that a result outlives later commands,
// that a fork has the seed and the state of its session and no effect on it,
// and that a new game forgets the old one.
func TestResultsAndForksAreIndependent(t *testing.T) {
	s := bazaar.New(t, 3)
	first := run(t, s, "buy m2 1")
	was := fmt.Sprint(first.Events, first.Messages)
	run(t, s, `lua emit("dawn", 1) say("later")`)
	run(t, s, "roll")
	if got := fmt.Sprint(first.Events, first.Messages); got != was || len(first.Events) == 0 {
		t.Errorf("the first result was %s and is %s", was, got)
	}
	fork := s.Fork(nil)
	s.Begin("buy")
	if problem := s.Restart(8); problem != nil {
		t.Fatal(problem)
	}
	undo, redo := s.History()
	if s.ChoiceStarted() || s.Turn() != 0 || undo+redo != 0 || s.Hash() != bazaar.New(t, 8).Hash() {
		t.Errorf("started again: choosing %v, turn %d, %d and %d commands, %s", s.ChoiceStarted(), s.Turn(), undo, redo, s)
	}
	run(t, s, "roll")
	fork.Begin("buy")
	if again := s.Fork(fork); again != fork || again.Hash() != s.Hash() || again.ChoiceStarted() || !strings.Contains(again.String(), "seed 8, after 1 command") {
		t.Errorf("a fork that is used again: %s, choosing %v", again, again.ChoiceStarted())
	}
	before := s.Hash()
	luck := random.New(1, "x")
	if _, problem := fork.Imagine(&luck); problem != nil {
		t.Fatal(problem)
	}
	run(t, fork, "roll")
	if s.Hash() != before {
		t.Error("a fork changes its session")
	}
	other := bazaar.New(t, 3)
	if new := s.Fork(other.Fork(nil)); new.Content() != s.Content() || new.Hash() != before {
		t.Error("a fork of other content was used")
	}
}

// TestGamesThatCannotBegin checks the errors for games that cannot begin.
func TestGamesThatCannotBegin(t *testing.T) {
	c := bazaar.Build(t, bazaar.Tree(t))
	for _, x := range []struct {
		game    string
		players int
		want    string
	}{
		{"bazar", 2, `unknown game "bazar": did you mean "bazaar"?`},
		{"bazaar", 1, "Bazaar is for 2 to 3 players, not 1: "},
		{"bazaar", 4, "Bazaar is for 2 to 3 players, not 4: "},
	} {
		_, problem := session.New(c, x.game, session.Options{Players: x.players})
		if problem == nil || fmt.Sprintf("%s: %s", problem.Message, problem.Hint) != x.want {
			t.Errorf("got %v, want %s", problem, x.want)
		}
	}
	_, problem := session.Replay(c, "bazar", session.Options{}, nil, nil)
	if problem == nil {
		t.Error("a game that is not there is replayed")
	}
	var turns []int
	s, problem := session.Replay(c, "bazaar", session.Options{Seed: 3}, []string{"roll", "sleep", "fight 1", "roll"}, func(turn int, s *session.Session) { turns = append(turns, turn) })
	want := "command 3 of the log (fight 1) is refused: Fight is not possible in phase trade.: the log was made with different content"
	if problem == nil || fmt.Sprintf("%s: %s", problem.Message, problem.Hint) != want || s.Turn() != 2 || fmt.Sprint(turns) != "[0 1 2]" {
		t.Errorf("got %v after %v, want %s", problem, turns, want)
	}
	_, problem = session.Replay(c, "bazaar", session.Options{Seed: 3}, []string{`lua error("no")`}, nil)
	if problem == nil || problem.Message.String() != "no" {
		t.Errorf("got %v for a command that fails", problem)
	}
}
