package play

import (
	"context"
	"io"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sleight/runtime/diag"
	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// shed is a game with features that the shipped ones lack: warnings, faults,
// messages to one player, words on dice, and results longer than a screen.
const shed = `
kind: game
id: shed
name: Shed
players: {min: 1, max: 2}
params: {start: 2}
variables:
  gold: {start: "=game.start", min: 0}
  mood: {start: calm}
  score: {start: 0, per: player}
zones:
  dice: {of: die, label: d, start: [coin, d6, d6]}
  tools: {of: card, label: t, limit: 3, start: [saw, saw]}
  box: {of: card, label: b, visible: none, start: [saw]}
actions:
  sell: {warning: {when: "true", text: You cannot buy it back.}, targets: [{name: tool, from: tools}]}
  nap: {warning: {when: vars.gold < 9, text: You will lose time.}}
  flip: {targets: [{name: die, from: dice}]}
  look: {targets: [{name: tool, from: box}]}
  fail: {}
  deny: {text: WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW}
  talk: {}
  chat: {}
  odd: {requires: [{that: vars.mood == "odd", else: Nothing is odd.}]}
  win: {}
phases: {day: {prompt: "What now?", actions: [sell, nap, flip, look, fail, deny, talk, chat, odd, win]}}
lua: |
  return {
    start = function() enter_phase("day") set_die_value(at("dice", 1), 1) set_die_value(at("dice", 2), 5) end,
    do_sell = function(_, tool) remove(tool) vars.gold = vars.gold + 3 end,
    do_nap = function() say("You nap.") set_player(player() % players() + 1) end,
    do_flip = function(_, die) flip_die(die) end,
    do_look = function() end,
    do_fail = function() local x = nil say(x.y) end,
    do_deny = function() refuse("The shed is shut.") end,
    do_talk = function() tell(1, "Only you hear this.") warn("Somebody listens.") end,
    do_chat = function() for i = 1, 30 do say("Line " .. i .. " of what is said.") end end,
    do_odd = function() end,
    do_win = function() win("The shed is clean.") end,
  }
tests:
  - {name: it pays, do: sell t1, expect: {gold: 5}}
---
{kind: die, id: d6, sides: 6}
---
{kind: die, id: coin, faces: [heads, tails]}
---
{kind: card, id: saw, name: Saw, text: It is blunt.}
`

var oddities = []dialogue{
	{"warnings", "shed", "", 60, 18, []string{"b", "enter", "b", "esc", "b", "a", "a", "b", "esc", "a", "b", "a", "left", "up", "down"}},
	{"faults and refusals", "shed", "", 60, 18, []string{"e", "f", "i", "right", "e", "x", "7"}},
	{"dice and hidden cards", "shed", "", 60, 18, []string{"c", "a", "c", "b", "c", "c", "d", "a", "click:[2] d6", "c", "click:heads"}},
	{"messages", "shed", "", 60, 18, []string{"g", "l", "up", "down", "l", "j", "n", "n", "n", "n", "l", "pgup", "pgup", "pgdown", "wheel:up", "esc"}},
	{"a small screen", "shed", "", 24, 9, []string{"j", "n", "n", "l", "up", "l", "tab", "tab", "tab", "a", "a", "esc", "size:60x30", "size:23x9"}},
	{"the end", "shed", "", 60, 18, []string{"k", "u", "k", "enter", "N", "u", "r", "q"}},
	{"long words", "shed", "", 30, 14, []string{"f", "tab", "shift+tab", "shift+tab", "size:100x14", "size:29x9", "tab"}},
	{"turning", "shed", "", 60, 18, []string{"b", "a", "u", "r", "c", "a", "b", "b", "u", "u", "u", "r", "h", "h", "q", "q"}},
}

// TestRareScreens checks every screen of a game with rare features.
func TestRareScreens(t *testing.T) {
	golden.Check(t, "testdata/odd.txt", screens(t, bazaar.Written(t, "shed", shed), oddities))
}

// TestSavedContentIsReported checks the message about a saved file: that it is
// live, what the running game loses by it, and which of its tests fail.
func TestSavedContentIsReported(t *testing.T) {
	c := bazaar.Written(t, "shed", shed)
	var out strings.Builder
	for _, edits := range [][]string{
		nil,
		{"vars.gold + 3", "vars.gold + 4"},
		{"  mood: {start: calm}\n", "", "  odd: {requires: [{that: vars.mood == \"odd\", else: Nothing is odd.}]}\n", "", "talk, chat, odd, win", "talk, chat, win", "    do_odd = function() end,\n", ""},
		{"id: shed", "id: barn"},
	} {
		s, problem := session.New(c, "shed", session.Options{Seed: 1})
		if problem != nil {
			t.Fatal(problem)
		}
		m := New(s, Options{})
		m.Update(tea.WindowSizeMsg{Width: 100, Height: 20})
		now := bazaar.Written(t, "shed", strings.NewReplacer(edits...).Replace(shed))
		_, again := m.Update(Outcome{Value: now, Published: true})
		out.WriteString(drawn(m))
		if again != nil {
			t.Error("without a watcher, the screen waits for the next file")
		}
	}
	golden.Check(t, "testdata/saved.txt", out.String())
}

// TestSavesRunOnlyAffectedTests checks that an earlier failure is not reported
// again.
func TestSavesRunOnlyAffectedTests(t *testing.T) {
	failing := bazaar.Written(t, "shed", strings.Replace(shed, "expect: {gold: 5}", "expect: {gold: 6}", 1))
	s, problem := session.New(failing, "shed", session.Options{Seed: 1})
	if problem != nil {
		t.Fatal(problem)
	}
	m := New(s, Options{})
	lines := strings.Split(m.View().Content, "\n")
	if len(lines) != 24 || m.width != 80 {
		t.Errorf("before its size is known, the screen has %d lines and %d columns", len(lines), m.width)
	}
	m.Update(Outcome{Value: bazaar.Written(t, "shed", strings.Replace(shed, "expect: {gold: 5}", "expect: {gold: 6}", 1)), Published: true})
	if got := text(m); strings.Contains(got, "A test fails") {
		t.Errorf("an unaffected test is reported:\n%s", got)
	}
}

// TestTheScreenWaitsForSaves checks that each rebuild is awaited, up to the last.
func TestTheScreenWaitsForSaves(t *testing.T) {
	outcomes := make(chan Outcome, 1)
	s, problem := session.New(bazaar.Written(t, "shed", shed), "shed", session.Options{})
	if problem != nil {
		t.Fatal(problem)
	}
	m := New(s, Options{Outcomes: outcomes})
	wait := m.Init()
	outcomes <- Outcome{Diagnostics: diag.List{diag.New("content/yaml", diag.Place{File: "x.yaml"}, "a bracket is missing")}}
	got, ok := wait().(Outcome)
	if !ok || len(got.Diagnostics) != 1 {
		t.Fatalf("the first is %v", got)
	}
	_, next := m.Update(got)
	if close(outcomes); next == nil || next() != nil {
		t.Error("the end is not the end")
	}
}

// TestHowRunEnds checks how a program ends, and which ends are errors.
func TestHowRunEnds(t *testing.T) {
	c := bazaar.Written(t, "shed", shed)
	run := func(ctx context.Context, in io.Reader) (string, error) {
		s, problem := session.New(c, "shed", session.Options{})
		if problem != nil {
			t.Fatal(problem)
		}
		var out strings.Builder
		err := Run(ctx, s, Options{In: in, Out: &out})
		return out.String(), err
	}
	if out, err := run(t.Context(), strings.NewReader("q")); err != nil || out == "" {
		t.Errorf("leaving: %v after %q", err, out)
	}
	if _, err := run(t.Context(), strings.NewReader("\x03")); err != nil {
		t.Errorf("Ctrl-C: %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	endless, typing := io.Pipe()
	defer typing.Close()
	if _, err := run(ended, endless); err != nil {
		t.Errorf("a context that has ended: %v", err)
	}
}
