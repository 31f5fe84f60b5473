package session_test

import (
	"fmt"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
	"sleight/tests/golden"
)

// TestTypedLua states what typed expressions and statements see and say.
func TestTypedLua(t *testing.T) {
	x := &transcriber{t: t, Session: play(t)}
	for _, source := range []string{
		"d1.value + d1.value + d2.value", "d6", "d4", "d4.id", "c1.id, c2.id", "bomb1", "self.id", "game.id, vars.gold", "nil", "''", "'nil'", "1, nil, 'a'", "", " ", "if", "vars.gold = 3", "emit('rang', 1)", "enter_phase('night')", "say('x')",
	} {
		text, problem := x.Evaluate(source)
		x.printf("%s: %q\n", source, text)
		x.fault(problem)
		x.result(x.Run("lua " + source))
	}
	golden.Check(t, "testdata/typed.golden", x.out.String())
}

// TestReusedClonesAreAsNew checks that a clone in the memory of an earlier one has
// nothing of it: its choice, its seed, and the command that it had found legal.
func TestReusedClonesAreAsNew(t *testing.T) {
	s, other := play(t), opened(t, play(t).Content(), "tiny", 9)
	luck := random.New(2, "twin")
	twin := other.Clone(nil)
	twin = opened(t, s.Content(), "tiny", 9).Clone(twin)
	twin.Begin("swap")
	c, ok, problem := twin.Sample(&luck)
	if ok || problem != nil {
		t.Fatalf("with a choice open, %v is possible: %v", c, problem)
	}
	twin.Cancel()
	for c.Action != "ring" {
		if c, ok, problem = twin.Sample(&luck); !ok || problem != nil {
			t.Fatal(problem)
		}
	}
	twin.Begin("swap")
	run(t, s, "lua vars.gold = 0") // nobody can afford to ring now
	reused, fresh := s.Clone(twin), s.Clone(nil)
	if reused != twin || reused.String() != fresh.String() || reused.ChoiceStarted() || reused.Hash() != s.Hash() {
		t.Errorf("%s, choosing %v; want %s", reused, reused.ChoiceStarted(), fresh)
	}
	if a, b := reused.Do(c), fresh.Do(c); a.Refusal == nil || a.Refusal.String() != b.Refusal.String() {
		t.Errorf("%v is refused with %v, and in a new clone with %v", c, a.Refusal, b.Refusal)
	}
}

// written lists the last write of each variable, and where commands begin.
func (s *transcriber) written(what string) {
	s.printf("%s:", what)
	for turn := -1; turn <= s.Turn(); turn++ {
		s.printf(" %d", s.PositionAfter(turn))
	}
	layout := s.State().Layout
	for slot := range layout.VarSlots() {
		if w, ok := s.LastWrite(s.State().Position(), session.WritesVariable(slot)); ok {
			d, _ := layout.VarDecl(slot)
			s.printf("; %s in %d/%d: %s → %s", d.Name, w.Turn, w.Index, w.Change.From, w.Change.To)
		}
	}
	s.printf("\n")
}

// TestWhereValuesWereWritten states which command wrote each value last, and where
// commands begin, in a game that is played, undone, copied, arranged and idle.
func TestWhereValuesWereWritten(t *testing.T) {
	x := &transcriber{t: t, Session: play(t)}
	x.written("new")
	for _, command := range []string{"roll", "ring 2", "lua vars.gold = 9 vars.luck = 1", "rest"} {
		run(t, x.Session, command)
	}
	x.written("played")
	for _, turn := range []int{0, 1, 3} {
		y := &transcriber{t: t, Session: x.CopyBefore(turn, &session.Probe{})}
		y.written("before")
		x.printf("before %d, watched %v, %s, %s", turn, y.Probed(), y, y.out.String())
	}
	x.Undo(2)
	x.written("undone")
	run(t, x.Session, "ring 1")
	x.written("and played on")
	x.Suspend()
	x.Resume()
	x.written("after it was idle")
	run(t, x.Session, "lua vars.luck = 2")
	x.written("and played on")
	r := x.Arrange(func(a session.Arrangement) *diag.Diagnostic { return a.Variable("gold", state.Num(4)) })
	hash := x.Hash()
	x.result(r)
	x.written("arranged")
	run(t, x.Session, "roll")
	x.written("and played on")
	if x.Undo(9); x.Hash() != hash {
		t.Error("undone, the arrangement is another")
	}
	golden.Check(t, "testdata/writes.golden", x.out.String())
}

// TestProbesFromTheStart states what a probe sees of the start of a game, which
// has no command yet.
func TestProbesFromTheStart(t *testing.T) {
	x := &transcriber{t: t}
	var s *session.Session
	w := &session.Probe{
		Begins: func(begun *session.Session) { s = begun },
		Event: func(h session.Event) {
			slot, _ := s.Variable("gold")
			w, ok := s.LastWrite(s.State().Position(), func(*state.Change) bool { return true })
			_, never := s.LastWrite(s.State().Position(), session.WritesVariable(slot))
			x.printf("%s at %d: running %q, %+v, last write %v in %d/%d, gold written %v\n", h.Event, h.At, s.Running(), s.Command(), ok, w.Turn, w.Index, never)
		},
	}
	made, problem := session.New(build(t, tiny), "tiny", session.Options{Seed: 1, Probe: w})
	if problem != nil || made != s || !made.Probed() {
		t.Fatal(problem)
	}
	run(t, s, "rest")
	golden.Check(t, "testdata/begun.golden", x.out.String())
}

// TestProbesChangeNothing checks that a command does the same whatever a
// probe evaluates meanwhile, also if that fails among the listeners of a value.
func TestProbesChangeNothing(t *testing.T) {
	transcript := func(newProbe func(s *session.Session) *session.Probe) string {
		x := &transcriber{t: t, Session: play(t)}
		if newProbe != nil {
			x.SetProbe(newProbe(x.Session))
		}
		x.result(x.Run("ring 2"))
		x.printf("%s %s\n", look(t, x.Session, "vars.heard"), x.Hash())
		return x.out.String()
	}
	plain := transcript(nil)
	for source, fails := range map[string]string{`modify("price", 1, "write")`: "script/read-only", `modify("price", 1, "view")`: "", "d1.value": "", "error('x')": "script/runtime", `roll_dice("dice")`: "script/read-only"} {
		asked := 0
		got := transcript(func(s *session.Session) *session.Probe {
			return &session.Probe{Statement: func(*lua.Statement) *diag.Diagnostic {
				asked++
				problem := s.EvaluateWith(source, nil, nil, func(lua.Value, string) {})
				if code := codeOf(problem); code != fails {
					t.Errorf("%s: %q %v", source, code, problem)
				}
				return nil
			}}
		})
		if got != plain || asked == 0 {
			t.Errorf("with %s\n%s\nwant\n%s", source, got, plain)
		}
	}
	for source, want := range map[string]string{`vars.gold = d1.value + 10 + d1.value`: "", "vars.gold = -1": "state/bounds", "(": "script/syntax"} {
		x := &transcriber{t: t, Session: play(t)}
		x.SetProbe(&session.Probe{Event: func(h session.Event) {
			if h.Event == "rang" {
				problem := x.Amend(source, nil, nil)
				x.printf("%s: %v\n", source, problem)
				if (want == "") != (problem == nil) {
					t.Errorf("%s: %v", source, problem)
				}
			}
		}})
		run(t, x.Session, "ring 2")
		if want == "" && look(t, x.Session, "vars.gold == d1.value * 2 + 10") != "true" {
			t.Errorf("%s: %s", source, look(t, x.Session, "vars.gold"))
		}
	}
}

// TestExhaustionDoesNotDependOnWhatIsKnown checks that a command that runs out of
// fuel does so at the same place, for the same fuel, whether or not the listeners are
// known from before.
func TestExhaustionDoesNotDependOnWhatIsKnown(t *testing.T) {
	s := play(t)
	run(t, s, `lua for i = 1, 8 do add("ear", "first") end vars.gold = 100`)
	enough := run(t, s, "ring 1").Fuel
	for fuel := range enough {
		fork := s.Fork(nil)
		s.SetFuel(fuel + 1)
		fork.SetFuel(fuel + 1)
		known, fresh := s.Run("ring 1"), fork.Run("ring 1")
		if a, b := fmt.Sprint(known.Problem, known.Fuel), fmt.Sprint(fresh.Problem, fresh.Fuel); a != b {
			t.Fatalf("with %d units %s\nand in a fork %s", fuel+1, a, b)
		}
		s.Undo(s.Turn() - 2)
	}
}

// TestEvaluatingLeavesTheArgumentsAlone checks that the names and values that a caller
// passes are not written to.
func TestEvaluatingLeavesTheArgumentsAlone(t *testing.T) {
	s := play(t)
	names, values := make([]string, 1, 9), make([]lua.Value, 1, 9)
	names[0] = "x"
	if problem := s.EvaluateWith("d1.value + d2.value", names, values, func(lua.Value, string) {}); problem != nil {
		t.Fatal(problem)
	}
	if more := names[:3]; more[1] != "" || more[2] != "" {
		t.Errorf("the names are %q", more)
	}
}

// codeOf returns the code of a problem, "" for none.
func codeOf(problem *diag.Diagnostic) string {
	if problem == nil {
		return ""
	}
	return string(problem.Code)
}

// TestActsWithDifferentTargetsAreAllPerformed checks that only an action that waits
// with the same targets is performed once.
func TestActsWithDifferentTargetsAreAllPerformed(t *testing.T) {
	s := night(t)
	run(t, s, `lua add("vault", "gone") add("late", "gone") vars.gold = 9`)
	run(t, s, `lua act("pay", at("gone", 1)) act("pay", at("gone", 2)) act("pay", at("gone", 1)) act("end_turn") act("end_turn")`)
	heard(t, s, "paid vault paid late end1")
	if got := fmt.Sprintf("%d %s", s.Player(), look(t, s, "vars.gold")); got != "2 5" {
		t.Errorf("player and gold are %s", got)
	}
}
