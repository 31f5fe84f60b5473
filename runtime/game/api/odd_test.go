package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/game/api"
	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/tests/bazaar"
)

// TestBoundsMayBeUsed calls every function with the lowest and the highest
// value that its table allows, which are not refused as arguments.
func TestBoundsMayBeUsed(t *testing.T) {
	each(t, func(t *testing.T, s *session.Session, f api.Function, args []string) {
		for i, p := range f.Params {
			if p.Low >= p.High {
				continue
			}
			for _, bound := range []float64{p.Low, min(p.High, state.MaxWhole)} {
				with := slices.Clone(args)
				with[i] = state.FormatNumber(bound)
				text := statement(f.Name, with)
				if r := s.Run("lua " + text); r.Problem != nil && strings.Contains(r.Problem.Message.String(), "takes "+p.Name) {
					t.Errorf("%s: %v", text, r.Problem)
				}
				s.Undo(s.Turn())
			}
		}
	})
}

// TestCancelNeedsAWindowWhereSomethingMayChange checks that cancel is refused
// first of all where nothing can be changed.
func TestCancelNeedsAWindowWhereSomethingMayChange(t *testing.T) {
	if _, problem := begun(t, "corners").Evaluate("cancel()"); problem == nil || problem.Code != "script/read-only" {
		t.Error(problem)
	}
}

// TestNothingIsAskedInAWindow checks what scripts learn of questions while
// players may react, and nothing is asked.
func TestNothingIsAskedInAWindow(t *testing.T) {
	s := open(t)
	if r := s.Run(`lua emit("feast")`); !r.OK() {
		t.Fatal(r.Refusal, r.Problem)
	}
	for source, want := range map[string]string{"asking()": "nil", "choices()": "{}", "window()": "toast"} {
		if got, problem := s.Evaluate(source); got != want {
			t.Errorf("%s is %s, want %s: %v", source, got, want, problem)
		}
	}
}

// TestMovesAreDrawnFromTheNamedStream checks that choose_move draws from the
// stream that it is given, or else from moves.
func TestMovesAreDrawnFromTheNamedStream(t *testing.T) {
	for stream, call := range map[string]string{"luck": `choose_move(at("foes", 1), "luck")`, "moves": `choose_move(at("foes", 1))`} {
		s := begun(t, "corners")
		rig(t, s, "rig "+stream+" hoot")
		if r := s.Run("lua " + call); r.Problem == nil || !strings.Contains(r.Problem.Message.String(), `the stream "`+stream+`" is rigged to give hoot`) {
			t.Errorf("%s draws from another stream: %v", call, r.Problem)
		}
	}
}

// TestZeroHasNoSign checks that a state with 0 in it is the same as one with a
// negative zero.
func TestZeroHasNoSign(t *testing.T) {
	hash := func(statement string) any {
		s := begun(t, "corners")
		if r := s.Run("lua " + statement); !r.OK() {
			t.Fatal(r.Problem)
		}
		return s.State().Hash()
	}
	for _, statement := range []string{"vars.gold = %s", `at("deck", 1).mark = %s`, `set(vars, "gold", %s)`, `set_var_of(2, "score", %s)`} {
		if plus, minus := hash(fmt.Sprintf(statement, "0")), hash(fmt.Sprintf(statement, "0 * -1")); plus != minus {
			t.Errorf(statement+" gives %v and %v", "0", plus, minus)
		}
	}
}

// TestLongZonesCostMore checks that finding the position of an entity costs more
// where there are more before it.
func TestLongZonesCostMore(t *testing.T) {
	for _, read := range []string{`at("deck", %d).index`, `index_of(at("deck", %d))`} {
		s := begun(t, "corners")
		if r := s.Run(`lua for i = 1, 97 do add("ace", "deck") end`); !r.OK() {
			t.Fatal(r.Problem)
		}
		fuel := func(at int) int64 { return s.Run("lua local _ = " + fmt.Sprintf(read, at)).Fuel }
		if first, last := fuel(1), fuel(100); last-first != 12 {
			t.Errorf(read+" costs %d, and %d for the first", 100, last, first)
		}
	}
}

// TestLongListsAreCutShort checks that a list is written as text up to a limit.
func TestLongListsAreCutShort(t *testing.T) {
	s := begun(t, "corners")
	for source, want := range map[string]int{
		`(function() local t = {} for i = 1, 40 do t[i] = ("x"):rep(500) end return t end)()`: 4541, // nine texts, the last of which passes 4096 bytes
		`(function() local t = {} for i = 1, 60 do t[i] = i end return t end)()`:              196,  // fifty numbers
	} {
		text, problem := s.Evaluate(source)
		if problem != nil || len(text) != want || !strings.HasSuffix(text, ", …}") {
			t.Errorf("%s: %d bytes, %v: %s", source, len(text), problem, text)
		}
	}
}

// TestLoadingHasABudgetPerCommand checks that each command may load a script that
// takes a good part of what may be spent on loading, and that a command fails if
// many of them together take more.
func TestLoadingHasABudgetPerCommand(t *testing.T) {
	var text strings.Builder
	text.WriteString(`
kind: game
id: heavy
zones: {charms: {of: relic, label: c, listens: true, start: [r1, r2, r3, r4, r5, r6, r7, r8]}}
actions: {one: {}, all: {}}
phases: {day: {actions: [one, all]}}
lua: |
  return {
    do_one = function() say(tostring(call_hook(at("charms", 1), "ring"))) end,
    do_all = function() for i = 1, 8 do call_hook(at("charms", i), "ring") end end,
  }
`)
	for i := range 8 {
		fmt.Fprintf(&text, "---\n{kind: relic, id: r%d, lua: 'local n = 0 for i = 1, 70000 do n = n + i end return {ring = function() return n end}'}\n", i+1)
	}
	s, problem := session.New(bazaar.Written(t, "heavy", text.String()), "heavy", session.Options{Seed: 1})
	if problem != nil {
		t.Fatal(problem)
	}
	for range 8 {
		if r := s.Run("one"); !r.OK() || len(r.Messages) != 1 || r.Messages[0].Text != "2450035000" {
			t.Fatal(r.Messages, r.Problem)
		}
	}
	if r := s.Run("all"); r.Problem == nil || r.Problem.Code != "script/load" {
		t.Error(r.Problem)
	}
}

// TestMessagesHaveFewLines checks that a text for players may have 20 lines, and that a
// longer one fails in every function that shows one.
func TestMessagesHaveFewLines(t *testing.T) {
	for _, call := range []string{"say(%s)", "warn(%s)", "tell(1, %s)", "refuse(%s)", "win(%s)", "lose(%s)"} {
		for breaks, fails := range map[int]bool{0: false, 19: false, 20: true, 200: true} {
			s := open(t)
			r := s.Run("lua " + fmt.Sprintf(call, fmt.Sprintf(`string.rep("\n", %d)`, breaks)))
			want := fmt.Sprintf("got a text of %d lines: a message has at most 20", breaks+1)
			switch {
			case !fails && r.Problem != nil:
				t.Errorf("%s with %d breaks: %v", call, breaks, r.Problem)
			case fails && (r.Problem == nil || r.Problem.Code != "script/arguments" || !strings.Contains(r.Problem.Message.String(), want)):
				t.Errorf("%s with %d breaks: %v, %v, want %s", call, breaks, r.Problem, r.Refusal, want)
			}
		}
	}
}

// TestScriptsDoNotReadTheirSource checks that a bot may have a script of more bytes than a
// text that scripts handle, and that scripts see definitions without their scripts.
func TestScriptsDoNotReadTheirSource(t *testing.T) {
	bot := "---\nkind: bot\nid: b\nlua: |\n" + strings.Repeat("  -- "+strings.Repeat("=", 90)+"\n", 60) +
		`  return { choose = function(self) call_hook(at("foes", 1), "growl") error(tostring(self.lua) .. tostring(definition("bot/b").lua) .. tostring(game.lua)) end }` + "\n"
	s := secret(t, bot, "wait")
	luck := random.New(1, "bot")
	if _, problem := s.Advice("bot/b", &luck); problem == nil || fmt.Sprint(problem.Message) != "nilnilnil" {
		t.Error(problem)
	}
}
