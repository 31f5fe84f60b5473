package session_test

import (
	"slices"
	"testing"

	"sleight/runtime/game/session"
)

// twoSided is a game with one action, whose later targets depend on the first.
const twoSided = `
kind: game
id: sides
lua: |
  return {
    start = function() enter_phase("play") end,
    do_play = function(_, side, n, word)
      say(side .. " " .. tostring(n) .. " " .. tostring(word))
    end,
  }
params: {gain: 2}
variables: {tries: {start: 0}}
zones: {dice: {of: die, label: d}}
actions:
  play:
    targets:
      - {name: side, from: [plain, strong], labels: {strong: "gain {gain}"}}
      - {name: n, from: "range(1, vars.tries)", when: side == "strong", none: Nothing to try, auto: true}
      - {name: word, from: [a, b], when: n, title: 'word .. " for " .. n'}
phases: {play: {actions: [play]}}
---
{kind: die, id: d6, sides: 6}
`

func sides(t *testing.T, tries string) *session.Session {
	t.Helper()
	s := opened(t, build(t, map[string]string{"content/sides/game.yaml": twoSided}), "sides", 0)
	if r := s.Run("lua vars.tries = " + tries); !r.OK() {
		t.Fatal(r.Problem)
	}
	return s
}

// TestTargetsThatDoNotApplyAreSkipped checks that a target whose condition when
// is false asks for nothing, wherever commands are read, written or listed.
func TestTargetsThatDoNotApplyAreSkipped(t *testing.T) {
	for _, c := range []struct {
		tries string
		legal []string
	}{
		{"0", []string{"play plain"}},
		{"1", []string{"play plain", "play strong 1 a", "play strong 1 b"}},
		{"2", []string{"play plain", "play strong 1 a", "play strong 1 b", "play strong 2 a", "play strong 2 b"}},
	} {
		s := sides(t, c.tries)
		commands, problem := s.Legal(0)
		if problem != nil {
			t.Fatal(problem)
		}
		var got []string
		for _, command := range commands {
			text := s.Format(command)
			got = append(got, text)
			if r := s.Run(text); !r.OK() {
				t.Errorf("%q is legal and not done: %s %v", text, r.Refusal, r.Problem)
			}
		}
		if !slices.Equal(got, c.legal) {
			t.Errorf("with %s tries one may %q, expected %q", c.tries, got, c.legal)
		}
	}
}

// TestReasonsAreThoseOfTheApplicableTarget checks that a skipped target refuses
// nothing, and that others refuse with their own words.
func TestReasonsAreThoseOfTheApplicableTarget(t *testing.T) {
	s := sides(t, "0")
	if r := s.Run("play plain"); !r.OK() || r.Messages[0].Text != "plain nil nil" {
		t.Errorf("the plain side gives %+v", r)
	}
	if r := s.Run("play strong"); r.Refusal.String() != "Nothing to try" {
		t.Errorf("the strong side gives %q", r.Refusal)
	}
}

// TestOptionsAreNamedByWords checks that options have labels with parameters
// filled in, or titles computed from the picks so far.
func TestOptionsAreNamedByWords(t *testing.T) {
	s := sides(t, "1")
	if r := s.Begin("play"); !r.OK() {
		t.Fatal(r)
	}
	if got := s.Choice().Options[1].Title; got != "gain 2" {
		t.Errorf("the label reads %q", got)
	}
	if r := s.Pick("strong"); !r.OK() {
		t.Fatal(r)
	}
	if c := s.Choice(); c.Target != "word" || c.Options[1].Title != "b for 1" {
		t.Errorf("after the step that was taken by itself comes %+v", c)
	}
	if r := s.Pick("b"); !r.OK() || s.Choice().Open || r.Command != "play strong 1 b" {
		t.Errorf("the last pick gives %+v", r)
	}
}

// TestAutomaticPicksMayBeOmitted checks that automatic
// picks may be typed or omitted.
func TestAutomaticPicksMayBeOmitted(t *testing.T) {
	for _, text := range []string{"play strong b", "play strong 1 b"} {
		if r := sides(t, "1").Run(text); !r.OK() || r.Command != "play strong 1 b" {
			t.Errorf("%q gives %q %q", text, r.Command, r.Refusal)
		}
		if r := sides(t, "1").Begin(text); !r.OK() || r.Command != "play strong 1 b" {
			t.Errorf("begun, %q gives %q %q", text, r.Command, r.Refusal)
		}
	}
	s := sides(t, "2")
	if r := s.Run("play strong b"); r.Refusal.Code != "target-unknown" {
		t.Errorf("with two options the refusal is %q", r.Refusal)
	}
	if r := s.Begin("play plain 1"); r.Refusal.Code != "takes-targets" || s.Choice().Open {
		t.Errorf("a word too many gives %q", r.Refusal)
	}
}

// TestGamesMayRestartAfterTheEnd checks that once a game is over only the
// actions allowed after the end are legal, that they continue the game, and
// that undoing them restores the end.
func TestGamesMayRestartAfterTheEnd(t *testing.T) {
	s := opened(t, build(t, map[string]string{"content/small/game.yaml": `
kind: game
id: small
lua: |
  return {
    start = function() enter_phase("play") end,
    do_fall = function() lose("You fell.") end,
    do_rise = function() enter_phase("play") end,
  }
variables: {falls: {start: 0}}
actions: {fall: {}, rise: {}}
phases: {play: {actions: [fall]}}
after: [rise]
`}), "small", 0)
	if r := s.Run("rise"); r.Refusal.String() != "Rise is not possible before the game is over." {
		t.Fatalf("before the end: %+v", r)
	}
	if r := s.Run("fall"); !r.Over {
		t.Fatal("it is not over")
	}
	if r := s.Run("fall"); r.Refusal.String() != "The game is over." {
		t.Errorf("after the end one may still fall: %+v", r)
	}
	if legal, _ := s.Legal(0); len(legal) != 1 || s.Format(legal[0]) != "rise" {
		t.Errorf("after the end one may %v", legal)
	}
	if r := s.Run("rise"); !r.OK() || s.Over() || s.Phase().Name != "play" {
		t.Errorf("beginning anew gives %+v", r)
	}
	if s.Undo(1); !s.Over() {
		t.Error("undone, the game is not over again")
	}
}
