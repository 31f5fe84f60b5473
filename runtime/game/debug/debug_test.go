package debug_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/game/debug"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/tests/heap"
)

// mine is a game whose command goes from a script through the engine to another
// script and back.
var mine = map[string]string{
	"content/mine/game.yaml": `kind: game
id: mine
script: game.lua
variables: {gold: {start: 3, min: 0}, dug: {start: 0}}
zones:
  dice: {of: die, label: d, start: [{d6: 2}]}
  relics: {of: relic, label: r, listens: true, start: [lamp]}
events: {struck: {args: [n]}}
actions:
  dig: {targets: [{name: n, from: [1, 2, 3]}]}
  fail: {}
  refuse: {}
phases: {main: {actions: [dig, fail, refuse]}}
`,
	"content/mine/things.yaml": `kind: die
id: d6
sides: 6
---
kind: relic
id: lamp
lua: |
  return {
    on_struck = function(self, n)
      local bonus = n * 2
      vars.gold = vars.gold + bonus
    end,
  }
`,
	"scripts/mine/game.lua": `local helper = require("helper")

local function strike(n)
  local before = vars.gold
  emit("struck", n)
  return vars.gold - before
end

return {
  start = function() roll_dice("dice") end,
  do_dig = function(self, n)
    local list = { n, "pick" }
    local total = 0
    for i = 1, n do
      total = total + strike(i)
    end
    vars.dug = vars.dug + helper.half(total)
    list[1] = total
    roll_dice("dice")
  end,
  do_fail = function() change(vars, "gold", 1) error("the roof came down") end,
  do_refuse = function() change(vars, "gold", 1) refuse("Too dark.") end,
}
`,
	"scripts/mine/helper.lua": `local M = {}

function M.half(n)
  return n / 2
end

return M
`,
}

func build(t testing.TB, files map[string]string) *rules.Content {
	t.Helper()
	fs := fstest.MapFS{}
	for name, text := range files {
		fs[name] = &fstest.MapFile{Data: []byte(text)}
	}
	catalog, problems := load.NewLoader(load.Root{FS: fs}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	content, problems := rules.Build(catalog, nil)
	if content == nil {
		t.Fatal(problems)
	}
	return content
}

// started returns a game under a debugger.
func started(t testing.TB) (*session.Session, *debug.Debugger) {
	t.Helper()
	s, problem := session.New(build(t, mine), "mine", session.Options{Seed: 1})
	if problem != nil {
		t.Fatal(problem)
	}
	d := debug.New()
	d.Attach(s)
	return s, d
}

func point(t testing.TB, d *debug.Debugger, b *debug.Breakpoint) {
	t.Helper()
	if err := debug.Check(d.Session(), b); err != nil {
		t.Fatal(err)
	}
	d.SetPoints(append(slices.Clone(d.Points()), b))
}

// at describes where a game has stopped.
func at(st *debug.Stop) string {
	if st == nil {
		return "nowhere"
	}
	top := st.Stack()[0]
	return fmt.Sprintf("%s %s:%d", st.Reason, top.Name, top.Place.Line)
}

func locals(st *debug.Stop, call int) string {
	var out []string
	for _, l := range st.Locals(call) {
		out = append(out, l.Name+"="+l.Text)
	}
	return strings.Join(out, " ")
}

// TestAGameStopsAtALine stops in a module's helper, inspects every stack frame,
// and continues.
func TestAGameStopsAtALine(t *testing.T) {
	s, d := started(t)
	point(t, d, &debug.Breakpoint{Kind: debug.Line, File: "things.yaml", Line: 9})
	var got []string
	d.Stopped = func(st *debug.Stop) bool {
		got = append(got, at(st), locals(st, 0), locals(st, 1), locals(st, 2))
		for _, f := range st.Stack() {
			got = append(got, fmt.Sprintf("  %s %s", f.Name, f.Place))
		}
		return true
	}
	if r := s.Run("dig 1"); !r.OK() {
		t.Fatal(r.Refusal, r.Problem)
	}
	want := []string{
		"breakpoint relic/lamp on_struck of r1:10", "self=r1 n=1", "n=1 before=3", `self=content data n=1 list={1, "pick"} total=0 i=1 strike=function helper={half = a function}`,
		"  relic/lamp on_struck of r1 content/mine/things.yaml:10",
		"  strike() scripts/mine/game.lua:5",
		"  game/mine do_dig scripts/mine/game.lua:15",
		"  command 1: dig 1 ?",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestSteppingThroughEngineCalls steps into, over and out of functions that the
// engine calls.
func TestSteppingThroughEngineCalls(t *testing.T) {
	for _, c := range []struct {
		motion debug.Motion
		want   string
	}{
		{debug.Into, "12 13 14 15 4 5 10 11 6 17 4 18 19"},
		{debug.Over, "12 13 14 15 17 18 19"},
		{debug.Out, "12"},
	} {
		s, d := started(t)
		var lines []string
		d.Stopped = func(st *debug.Stop) bool {
			lines = append(lines, fmt.Sprint(st.Stack()[0].Place.Line))
			d.Resume(c.motion)
			return true
		}
		d.Resume(debug.Into)
		if r := s.Run("dig 1"); !r.OK() {
			t.Fatal(r.Problem)
		}
		if got := strings.Join(lines, " "); got != c.want {
			t.Errorf("motion %d stops at lines %s, not %s", c.motion, got, c.want)
		}
	}
}

// TestGoingBackRestoresEachMoment walks forward through two commands, then back
// over the same moments, and compares the visible values.
func TestGoingBackRestoresEachMoment(t *testing.T) {
	s, d := started(t)
	var forth []string
	moment := func(st *debug.Stop) string {
		return fmt.Sprintln(st.Position, at(st), locals(st, 0), st.Session().Hash())
	}
	d.Stopped = func(st *debug.Stop) bool {
		forth = append(forth, moment(st))
		d.Resume(debug.Into)
		return true
	}
	for _, command := range []string{"dig 1", "dig 2", "dig 3"} {
		d.Resume(debug.Into)
		if r := s.Run(command); !r.OK() {
			t.Fatal(r.Problem)
		}
	}
	hash := s.Hash()
	for i := len(forth) - 1; i >= 0; i-- {
		st := d.Back(debug.BackInto)
		if st == nil || moment(st) != forth[i] {
			t.Fatalf("back at\n%s, not at\n%s", moment(st), forth[i])
		}
	}
	for i := 1; i < len(forth); i++ {
		if st := d.Forward(debug.Into); moment(st) != forth[i] {
			t.Fatalf("forward at\n%s, not at\n%s", moment(st), forth[i])
		}
	}
	if st := d.Forward(debug.Into); st != nil || d.View() != nil || s.Hash() != hash {
		t.Errorf("the present is %s", at(st))
	}
	if r := s.Run("dig 1"); !r.OK() {
		t.Error(r.Problem)
	}
}

// TestGoingBackFromABreakpoint goes back from a breakpoint, to the start of the
// game and forward again, while the command waits.
func TestGoingBackFromABreakpoint(t *testing.T) {
	s, d := started(t)
	point(t, d, &debug.Breakpoint{Kind: debug.Line, File: "game.lua", Line: 5, Condition: "n == 2"})
	for range 2 {
		s.Run("dig 1")
	}
	var got []string
	note := func(what string, st *debug.Stop) { got = append(got, what+" "+at(st)) }
	d.Stopped = func(st *debug.Stop) bool {
		note("stopped", st)
		note("over", d.Back(debug.BackOver))
		note("over", d.Back(debug.BackOver))
		note("into", d.Back(debug.BackInto))
		note("out", d.Back(debug.BackOut))
		note("over", d.Back(debug.BackOver))
		note("over", d.Back(debug.BackOver))
		note("over", d.Back(debug.BackOver))
		note("over", d.Back(debug.BackOver))
		note("next", d.Forward(debug.Over))
		note("continue", d.Forward(debug.Continue))
		if d.View() != st {
			t.Error("not back in the present")
		}
		return true
	}
	if r := s.Run("dig 2"); !r.OK() {
		t.Fatal(r.Problem)
	}
	want := []string{
		"stopped breakpoint strike():5",
		"over step strike():4",
		"over step game/mine do_dig:15",
		"into step strike():6",
		"out step game/mine do_dig:15",
		"over step game/mine do_dig:14",
		"over step game/mine do_dig:13",
		"over step game/mine do_dig:12",
		"over step game/mine do_dig:19",
		"next step game/mine do_dig:12",
		"continue breakpoint strike():5",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if s.Turn() != 3 {
		t.Errorf("%d commands", s.Turn())
	}
}

// TestEvaluatingChangesNothing evaluates expressions that change every value
// they can reach, and checks that the game is unaffected.
func TestEvaluatingChangesNothing(t *testing.T) {
	plain, problem := session.New(build(t, mine), "mine", session.Options{Seed: 1})
	if problem != nil {
		t.Fatal(problem)
	}
	want := plain.Run("dig 2")
	s, d := started(t)
	d.Stopped = func(st *debug.Stop) bool {
		d.Resume(debug.Into)
		before := locals(st, 0)
		for _, c := range []struct{ source, want string }{
			{"table.remove(list)", "pick"},
			{"(function() list[1] = 99 total = 7 return list[1] + total end)()", "106"},
			{"strike", "a function"},
			{"helper.half(n)", ""},
			{"n + 1", ""},
			{"vars.gold", ""},
			{"#all('dice')", "2"},
			{"vars.gold = 100", ""},
			{"roll_dice('dice')", ""},
			{"emit('struck', 1)", ""},
			{"(function() while true do end end)()", ""},
		} {
			if _, text, problem := st.Evaluate(0, c.source); problem == nil && c.want != "" && text != c.want {
				t.Errorf("%s is %s, not %s", c.source, text, c.want)
			}
		}
		if after := locals(st, 0); after != before {
			t.Errorf("locals were %s and are %s", before, after)
		}
		return true
	}
	d.Resume(debug.Into)
	if got := s.Run("dig 2"); got.Fuel != want.Fuel || s.Hash() != plain.Hash() {
		t.Errorf("%d units of fuel, %v; without looking %d", got.Fuel, got.Problem, want.Fuel)
	}
	if fmt.Sprint(s.CalledDefinitions()) != fmt.Sprint(plain.CalledDefinitions()) {
		t.Errorf("%v were called; without looking %v", s.CalledDefinitions(), plain.CalledDefinitions())
	}
}

// TestManyEvaluationsLeaveNothingBehind evaluates a condition many times and
// checks that memory does not grow with that.
func TestManyEvaluationsLeaveNothingBehind(t *testing.T) {
	s, d := started(t)
	point(t, d, &debug.Breakpoint{Kind: debug.Line, File: "game.lua", Line: 5, Condition: "n > 5"})
	d.Stopped = func(*debug.Stop) bool { t.Error("stopped"); return true }
	held := func(rounds int) uint64 {
		for range rounds {
			s.Run("dig 3")
			s.Undo(1)
		}
		return heap.Live()
	}
	before := held(20)
	after := held(300)
	if s.Run("dig 1"); after > before+512<<10 { // the game is still needed
		t.Errorf("%d bytes are held, %d after 900 more evaluations", before, after)
	}
}

// TestADetachedDebuggerHasNoHistory checks that a debugger without a game answers
// questions about its past.
func TestADetachedDebuggerHasNoHistory(t *testing.T) {
	s, d := started(t)
	if r := s.Run("dig 1"); !r.OK() {
		t.Fatal(r.Refusal, r.Problem)
	}
	d.Detach()
	if st := d.Back(debug.BackOver); st != nil {
		t.Errorf("it went back to %v", st.Position)
	}
	if st := d.Forward(debug.Into); st != nil {
		t.Errorf("it went on to %v", st.Position)
	}
	const want = "no game is being debugged"
	for _, where := range []string{"gold", "1", "gold at 1"} {
		if _, err := d.BackTo(where); err == nil || err.Error() != want {
			t.Errorf("back to %s: %v", where, err)
		}
	}
	if _, err := d.History("gold", 3); err == nil || err.Error() != want {
		t.Error(err)
	}
	if _, _, err := d.WriteIndex(1, "gold"); err == nil || err.Error() != want {
		t.Error(err)
	}
}
