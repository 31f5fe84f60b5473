package fuzz

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
	"sleight/runtime/sim"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// busy is a game with several actions, of which some are used up, some cost
// more than others and some end it.
const busy = `
kind: game
id: busy
players: {min: 1, max: 2}
variables: {coins: {start: 6, min: 0}, fame: {start: 0}}
zones:
  hand: {of: consumable, label: h, start: [{bread: 2}, wine]}
  shelf: {of: relic, label: s}
  charms: {of: relic, label: c, listens: true}
  crown: {of: [relic, card], label: k, limit: 1}
actions:
  rest: {}
  spend: {warning: {when: vars.coins > 6, text: Sure.}, targets: [{name: n, from: [1, 2, 3]}], requires: [{that: vars.coins > 2, else: Broke}]}
  stop: {requires: [{that: vars.fame > 2, else: Unknown}]}
  crash: {requires: [{that: vars.coins > 8, else: Poor}]}
phases: {day: {actions: [rest, spend, stop, crash], use: [hand]}}
heuristic: "vars.fame < 6 and vars.coins + vars.fame or nil + 1"
lua: |
  return {
    do_rest = function() vars.coins = vars.coins + 1 end,
    do_spend = function(self, n) vars.coins = vars.coins - math.min(n, vars.coins) vars.fame = vars.fame + 1 end,
    do_stop = function() win("Done.") end,
    do_crash = function() error("crash") end,
  }
---
{kind: consumable, id: bread, use: {}, lua: 'return { use = function(self) vars.coins = vars.coins + 2 remove(self) end }'}
---
{kind: consumable, id: wine, use: {targets: [{name: n, from: [1, 2]}]}, lua: 'return { use = function(self, n) vars.fame = vars.fame - n remove(self) end }'}
---
{kind: relic, id: ring, lua: 'return { on_used = function() vars.fame = vars.fame + 1 end }'}
`

// TestPolicies compares the commands that each policy chooses, the
// nonsense that is tried and the definitions that are planted, with a golden
// file.
func TestPolicies(t *testing.T) {
	built := bazaar.Written(t, "walk", strings.Replace(busy, "id: busy", "id: walk", 1))
	g, _ := built.Game("walk")
	f := &fuzzer{content: built, options: FuzzOptions{Game: "walk"}, explorer: &explorer{content: built, game: g, items: scriptedItems(built, g)}}
	var out strings.Builder
	for i, make := range policies {
		for seed, first := range []string{"rest", "rest", "rest", "lua vars.coins = 12", "lua vars.fame = 5"} {
			s, problem := f.session(uint64(seed))
			if problem != nil {
				t.Fatal(problem)
			}
			s.Run(first)
			luck, policy := random.New(uint64(seed), "fuzz"), make()
			fmt.Fprintf(&out, "policy %d with seed %d after %s:", i, seed, first)
			for range 12 {
				c, ok, problem := policy.Choose(t.Context(), s, &luck)
				if problem != nil {
					fmt.Fprintf(&out, " problem: %s", problem.Message)
				}
				if !ok {
					break
				}
				fmt.Fprintf(&out, " %s;", s.Format(c))
				s.Do(c)
			}
			fmt.Fprintf(&out, " over %v\n", s.Over())
		}
	}
	s, _ := f.session(1)
	luck := random.New(1, "fuzz")
	for range 24 {
		fmt.Fprintf(&out, "nonsense: %s\n", f.randomCommand(s, &luck))
	}
	s.Run("lua vars.coins = 12")
	for range 60 {
		if problem, text := f.tryNonsense(s, &luck); problem != nil {
			fmt.Fprintf(&out, "nonsense: %s ends with %s\n", text, problem.Message)
		}
		if s.ChoiceStarted() {
			t.Error("nonsense leaves a choice open")
		}
	}
	fmt.Fprintf(&out, "nonsense led to %q\n", s.Commands())
	fmt.Fprintf(&out, "warnings %v\n", f.warnings(1, []string{"rest", "spend 3", "spend 9", "rest"}))
	for seed := range uint64(6) {
		one, _ := f.session(seed)
		f.plantSome(one, &luck)
		two, _ := f.session(seed)
		if err := f.explorer.placeDefinitions(two); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "planted: %q and %q\n", one.Commands(), two.Commands())
	}
	for _, kind := range []string{"consumable", "relic", "card", "die"} {
		fmt.Fprintf(&out, "%s belongs in %q\n", kind, homeZone(s.State().Layout, kind))
	}
	golden.Check(t, "testdata/policies.golden", out.String())
}

// TestCommandsAreLeftOutInHalvesFirst compares the attempts to shorten a
// sequence, and the result.
func TestCommandsAreLeftOutInHalvesFirst(t *testing.T) {
	var out strings.Builder
	for _, c := range []struct{ way, needed string }{
		{"a b c d e f g h", "c"}, {"a b c d e f g", "a g"}, {"a b", "a b"}, {"a", ""}, {"", ""}, {"a b c d e", "b d e"},
	} {
		tries := 0
		left := minimize(t.Context(), strings.Fields(c.way), func(try []string) bool {
			tries++
			fmt.Fprintf(&out, "  %v\n", try)
			for _, x := range strings.Fields(c.needed) {
				if !strings.Contains(strings.Join(try, " "), x) {
					return false
				}
			}
			return true
		})
		fmt.Fprintf(&out, "%q, of which %q is needed, is shortened to %v in %d\n", c.way, c.needed, left, tries)
	}
	tries := 0
	long := make([]string, 1000)
	minimize(t.Context(), long, func([]string) bool { tries++; return false })
	if tries != maxReplays {
		t.Errorf("%d attempts, want %d", tries, maxReplays)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	minimize(ended, long, func([]string) bool { t.Error("it goes on after its end"); return false })
	golden.Check(t, "testdata/shorter.golden", out.String())
}

// TestBrokenUndoAndCommandsAreDetected checks that sessions that cannot be undone, or
// whose commands fail, are detected.
func TestBrokenUndoAndCommandsAreDetected(t *testing.T) {
	built := bazaar.Written(t, "walk", faulty)
	g, _ := built.Game("walk")
	f := &fuzzer{content: built, options: FuzzOptions{Game: "walk"}, explorer: &explorer{content: built, game: g}}
	s, problem := session.New(built, "walk", session.Options{Seed: 3, NoHistory: true})
	if problem != nil {
		t.Fatal(problem)
	}
	s.Run("step")
	if problem := f.checkInvariants(t.Context(), s); problem == nil || !strings.Contains(problem.Message.String(), "undoing everything does not lead back to the start") {
		t.Errorf("%v", problem)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if problem := f.checkInvariants(ended, s); problem != nil {
		t.Errorf("after the end: %v", problem)
	}
	d := &explorer{content: built, game: g, players: 1}
	fault := diag.New("script/runtime", diag.Place{}, "it broke")
	p := sim.Plan{Game: "walk", N: 1, Variants: []sim.Variant{{Content: built, Bot: "nobody"}}}
	if got := d.explain(ended, p, sim.Game{}, fault); len(got.Notes) > 0 {
		t.Errorf("a game that cannot be played again is explained: %v", got.Notes)
	}
	for _, c := range []struct {
		way   string
		fails bool
	}{{"step step", true}, {"step", false}, {"jump step", false}, {"step step step", false}} {
		at := diag.New("script/runtime", diag.Place{File: "content/walk/game.yaml", Line: 12}, "it broke")
		if got := d.fails(1, strings.Fields(c.way), "step", at); got != c.fails {
			t.Errorf("%s, then step fails: %v", c.way, got)
		}
		at.Code = "script/other"
		if d.fails(1, strings.Fields(c.way), "step", at) {
			t.Errorf("%s: another code is the same fault", c.way)
		}
	}
}

// TestFindingsAreDistinctAndLimited checks that the first finding of each fault is
// kept, in the order of the games, and no more than a few.
func TestFindingsAreDistinctAndLimited(t *testing.T) {
	built := bazaar.Written(t, "walk", faulty)
	g, _ := built.Game("walk")
	f := &fuzzer{content: built, options: FuzzOptions{Game: "walk"}, explorer: &explorer{content: built, game: g}}
	var found []Finding
	for n := range 3 * maxFindings {
		problem := diag.New("script/runtime", diag.Place{File: "x.lua", Line: n / 2}, "it broke")
		found = append(found, *f.finding(200-n, 1, nil, problem))
	}
	var got []string
	for _, x := range f.reduce(t.Context(), found) {
		got = append(got, fmt.Sprintf("%d: %s", x.Number, x.Problem.Place))
	}
	if len(got) != maxFindings || got[0] != "51: x.lua:74" || got[maxFindings-1] != "149: x.lua:25" {
		t.Errorf("kept are %q", got)
	}
}

// TestReplaysKeepTheNumberOfPlayers checks that a game is replayed with the
// same number of players.
func TestReplaysKeepTheNumberOfPlayers(t *testing.T) {
	built := bazaar.Written(t, "walk", strings.Replace(busy, "id: busy", "id: walk", 1))
	g, _ := built.Game("walk")
	f := &fuzzer{content: built, options: FuzzOptions{Game: "walk", Players: 2}, explorer: &explorer{content: built, game: g}}
	s, problem := f.session(1)
	if problem != nil {
		t.Fatal(problem)
	}
	s.Run("rest")
	if problem := f.checkInvariants(t.Context(), s); problem != nil || s.Players() != 2 {
		t.Errorf("%v, %d players", problem, s.Players())
	}
}

// TestShrinkingKeepsTheNumberOfPlayers checks that commands are removed with
// the number of players that found the fault.
func TestShrinkingKeepsTheNumberOfPlayers(t *testing.T) {
	text := strings.NewReplacer("id: walk\n", "id: walk\nplayers: {min: 1, max: 2}\n", "vars.steps == 3", "players() == 2").Replace(faulty)
	built := bazaar.Written(t, "walk", text)
	g, _ := built.Game("walk")
	at := diag.New("script/runtime", diag.Place{File: "content/walk/game.yaml", Line: 13}, "it broke")
	for players, want := range map[int]bool{1: false, 2: true} {
		d := &explorer{content: built, game: g, players: players}
		if got := d.fails(1, nil, "step", at); got != want {
			t.Errorf("with %d players it fails: %v", players, got)
		}
	}
}
