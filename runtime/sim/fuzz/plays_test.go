package fuzz

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/tests/bazaar"
)

// written returns a fuzzer of a game with the given text.
func written(t *testing.T, text string, o FuzzOptions) *fuzzer {
	t.Helper()
	c := bazaar.Written(t, "walk", text)
	g, ok := c.Game("walk")
	if !ok {
		t.Fatal("the game is not named walk")
	}
	o.Game = "walk"
	return &fuzzer{content: c, options: o, explorer: &explorer{content: c, game: g, players: o.Players, items: scriptedItems(c, g)}}
}

// short is a game that always fails on its fourth step, so that a finding has
// all the commands that were played.
const short = `
kind: game
id: walk
lua: |
  return {
    start = function() enter_phase("walk") end,
    do_step = function()
      vars.steps = vars.steps + 1
      assert(vars.steps < 4, "too far")
    end,
    do_look = function(self, n) vars.looks = vars.looks + 1 end,
  }
variables: {steps: {start: 0}, looks: {start: 0}}
zones: {charms: {of: relic, label: c, listens: true}, lamp: {of: relic, label: l, limit: 1}}
actions: {step: {}, look: {targets: [{name: n, from: [1, 2]}]}}
phases: {walk: {actions: [step, look]}}
---
{kind: relic, id: charm, lua: 'return {on_used = function() end}'}
---
{kind: bot, id: walker, lua: 'return {choose = function() return "step" end}'}
---
{kind: bot, id: looker, lua: 'return {choose = function() if vars.looks < 2 then return "look", 2 end return "step" end}'}
`

// TestPlaysInTurn states what is played in each of the first games: by each
// policy, then by each bot of the game, with definitions put into play and
// nonsense in every second game of a policy but in none of a bot.
func TestPlaysInTurn(t *testing.T) {
	f := written(t, short, FuzzOptions{Seed: 1})
	var got strings.Builder
	for number := range 28 {
		x := f.play(t.Context(), number)
		if x == nil {
			t.Fatalf("game %d has no finding", number)
		}
		fmt.Fprintf(&got, "%d: %s\n", number, strings.Join(x.Commands, "; "))
	}
	const want = `
0: look 2; step; step; step; look 2; look 1; step
1: look 2; step; look 1; step; look 1; step; look 2; step
2: step; step; step; step
3: step; look 2; look 2; look 2; look 2; look 2; look 2; step; look 2; look 2; look 2; look 2; look 2; look 2; look 2; look 2; look 2; look 2; look 2; look 2; look 2; look 2; step; look 2; look 2; look 2; look 2; look 2; look 2; look 1; look 2; look 2; look 2; look 2; look 2; look 2; look 2; look 2; look 2; look 2; step
4: look 2; step; step; step; step
5: look 2; look 2; step; step; step; step
6: step; step; step; step
7: look 1; step; step; look 2; look 2; step; look 1; step
8: look 1; look 2; look 2; step; step; step; look 1; step
9: lua add("charm", "charms"); step; step; step; step
10: look 2; look 2; look 2; look 1; look 2; look 2; step; look 2; look 2; look 2; look 2; look 2; look 2; look 2; look 2; look 2; look 1; look 2; look 2; look 2; look 2; look 2; look 2; look 2; step; look 2; look 2; look 2; look 2; look 2; look 2; step; look 2; step
11: lua add("charm", "charms"); lua add("charm", "charms"); step; step; step; step
12: look 2; look 2; step; step; step; step
13: step; step; step; step
14: look 2; step; step; step; look 2; look 2; step
15: lua add("charm", "charms"); look 1; look 2; step; step; step; step
16: look 2; step; step; step; look 1; step
17: lua add("charm", "charms"); look 2; look 2; step; step; step; step
18: step; look 1; step; step; step
19: look 2; look 2; step; step; step; step
20: step; step; step; step
21: lua add("charm", "charms"); look 2; look 2; look 1; look 1; step; step; step; step
22: look 2; step; look 1; step; look 2; step; step
23: step; step; step; step
24: look 2; step; step; step; look 2; look 1; step
25: lua add("charm", "charms"); look 1; step; step; step; step
26: look 2; look 2; step; step; step; step
27: step; step; step; step
`
	if got.String() != strings.TrimPrefix(want, "\n") {
		t.Errorf("got\n%s\nwant%s", &got, want)
	}
}

// TestEndsAreExamined checks that the situation at the end of every game is
// examined, however many commands lead to it.
func TestEndsAreExamined(t *testing.T) {
	text := strings.NewReplacer(
		`assert(vars.steps < 4, "too far")`, "if vars.steps == 5 then win() end",
		"variables:", "views: {odd: {value: 'vars.steps == 5 and nil + 1 or 0'}}\nvariables:").Replace(short)
	f := written(t, text, FuzzOptions{Seed: 1})
	for number := range 14 {
		if x := f.play(t.Context(), number); x == nil || x.Problem.Place.Line != 13 {
			t.Errorf("game %d: %+v", number, x)
		}
	}
}

// limited is a context that ends when it has been asked a number of times
// whether it has. It counts the questions afterwards.
type limited struct {
	context.Context
	left, after int
}

func (l *limited) Err() error {
	if l.left--; l.left >= 0 {
		return nil
	}
	l.after++
	return context.Canceled
}

// TestInterruptedGamesAreNotFindings checks that a game has no finding if it
// is interrupted, wherever that happens, and that it stops at once.
func TestInterruptedGamesAreNotFindings(t *testing.T) {
	f := written(t, short, FuzzOptions{Seed: 1})
	for number := range 14 {
		for asked := 0; ; asked++ {
			ctx := &limited{Context: t.Context(), left: asked}
			x := f.play(ctx, number)
			if ctx.after == 0 {
				break
			}
			if x != nil || ctx.after > 2 {
				t.Errorf("game %d, interrupted after %d questions, asks %d times more and finds %+v", number, asked, ctx.after, x)
			}
		}
	}
}

// TestInterruptedFuzzingReportsNoProgress checks that an interrupted game does
// not count as done.
func TestInterruptedFuzzingReportsNoProgress(t *testing.T) {
	c := bazaar.Written(t, "walk", short)
	for asked := range 60 {
		ctx, done := &limited{Context: t.Context(), left: asked}, 0
		_, err := Fuzz(ctx, c, FuzzOptions{Game: "walk", Seed: 1, Games: 1000, Workers: 1, Progress: func(n int) {
			if done = n; ctx.after > 0 {
				t.Errorf("game %d is done after the end", n)
			}
		}})
		if err != nil || done > asked/5 {
			t.Errorf("%d games are done after %d questions, %v", done, asked, err)
		}
	}
}

// TestShorteningStopsWithItsContext checks that no further attempt is made.
func TestShorteningStopsWithItsContext(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	tries := 0
	left := minimize(ctx, strings.Fields("a b c d e f g h"), func([]string) bool {
		if tries++; tries == 3 {
			end()
		}
		return false
	})
	if tries != 3 || len(left) != 8 {
		t.Errorf("%d attempts, %q", tries, left)
	}
}

// TestInvariantsCompareWithTheRules checks that a session that other rules led
// to breaks a promise, as it would if the engine broke it.
func TestInvariantsCompareWithTheRules(t *testing.T) {
	const step = "vars.steps = vars.steps + 1\n"
	played := written(t, short, FuzzOptions{})
	for with, want := range map[string]string{
		step:                                   "",
		"vars.steps = vars.steps + 2\n":        "the same commands, given again, lead to a different state",
		"error('no way')\n":                    "the same commands cannot be carried out again: no way",
		"if vars.looks == 0 then return end\n": "the same commands, given again, lead to a different state",
	} {
		f := written(t, strings.Replace(short, step, with, 1), FuzzOptions{})
		for _, ended := range []bool{false, true} {
			s, problem := played.session(3)
			if problem != nil {
				t.Fatal(problem)
			}
			s.Run("step")
			ctx := &limited{Context: t.Context(), left: 99}
			if ended { // between replaying the commands and comparing the states
				ctx.left = 1
			}
			got := ""
			if problem := f.checkInvariants(ctx, s); problem != nil {
				got = problem.Message.String()
			}
			if ended && !strings.Contains(want, "carried out") {
				want = ""
			}
			if got != want {
				t.Errorf("%s: %q, want %q", with, got, want)
			}
		}
	}
	s, _ := played.session(3)
	f := written(t, strings.Replace(short, `enter_phase("walk")`, `error("no start")`, 1), FuzzOptions{})
	if problem := f.checkInvariants(t.Context(), s); problem == nil || problem.Message.String() != "no start" {
		t.Errorf("without a start: %v", problem)
	}
	if problem := f.retrace(t.Context(), 3, []string{"step"}); problem == nil || problem.Message.String() != "no start" {
		t.Errorf("again without a start: %v", problem)
	}
	if f.explorer.fails(3, nil, "", diag.New("script/runtime", diag.Place{}, "no start")) {
		t.Error("without a start, no command fails")
	}
}

// TestPromisesHoldForAnyNumberOfPlayers checks that commands are given again
// to as many players.
func TestPromisesHoldForAnyNumberOfPlayers(t *testing.T) {
	text := strings.NewReplacer("id: walk\n", "id: walk\nplayers: {min: 1, max: 3}\n", "vars.steps + 1", "vars.steps + players()").Replace(short)
	f := written(t, text, FuzzOptions{Players: 3})
	s, problem := f.session(1)
	if problem != nil {
		t.Fatal(problem)
	}
	s.Run("step")
	if problem := f.checkInvariants(t.Context(), s); problem != nil {
		t.Error(problem)
	}
}

// TestShorteningKeepsTheFault checks that commands are kept if there is another
// fault without them.
func TestShorteningKeepsTheFault(t *testing.T) {
	text := strings.NewReplacer(`assert(vars.steps < 4, "too far")`, "if vars.steps == 13 then error('lost') end\n      if vars.steps == 3 then error('near') end",
		"vars.looks = vars.looks + 1", "vars.steps = vars.steps + 10").Replace(short)
	f := written(t, text, FuzzOptions{})
	way := strings.Fields("look-1 step step step")
	way[0] = "look 1"
	problem := f.retrace(t.Context(), 1, way)
	if problem == nil || problem.Message.String() != "lost" {
		t.Fatal(problem)
	}
	got := f.reduce(t.Context(), []Finding{*f.finding(0, 1, way, *problem)})
	if len(got) != 1 || !slices.Equal(got[0].Commands, way) {
		t.Errorf("%+v", got)
	}
}

// TestRequirementsThatFailAreFound checks that a situation whose commands
// cannot be listed is a finding.
func TestRequirementsThatFailAreFound(t *testing.T) {
	const fails = "requires: [{that: vars.steps + nil, else: Never}]"
	f := written(t, strings.NewReplacer("{step: {}", "{step: {"+fails+"}", "look: {", "look: {"+fails+", ").Replace(short), FuzzOptions{})
	if problem := f.retrace(t.Context(), 1, nil); problem == nil || problem.Code != "script/runtime" {
		t.Errorf("%v", problem)
	}
	for i, policy := range policies {
		s, _ := f.session(1)
		luck := random.New(1, "fuzz")
		if _, ok, problem := policy().Choose(t.Context(), s, &luck); ok || problem == nil {
			t.Errorf("policy %d: %v, %v", i, ok, problem)
		}
	}
}

// TestTheSpoilerAvoidsTheEnd checks that it plays anything else while it can,
// however bad the end would be.
func TestTheSpoilerAvoidsTheEnd(t *testing.T) {
	f := written(t, strings.Replace(busy, "id: busy", "id: walk", 1), FuzzOptions{})
	for seed := range uint64(12) {
		s, _ := f.session(seed)
		s.Run("lua vars.coins = 0 vars.fame = 3 for _, c in ipairs(all('hand')) do remove(c) end")
		luck := random.New(seed, "fuzz")
		stray := luck
		c, ok, problem := (&worstPolicy{}).Choose(t.Context(), s, &luck)
		if got := s.Format(c); !ok || problem != nil || got != "rest" && stray.Below(strayInterval) != 0 {
			t.Errorf("with seed %d: %q, %v, %v", seed, got, ok, problem)
		}
	}
}

// TestNonsenseNamesTheActions states which words nonsense begins with in games
// of no action and of one.
func TestNonsenseNamesTheActions(t *testing.T) {
	for text, want := range map[string][]string{
		`
{kind: game, id: walk, actions: {step: {}}, zones: {gates: {of: die, label: g}}, phases: {day: {actions: [step]}}, lua: 'return {do_step = function() end}'}
---
{kind: die, id: d6, sides: 6}
`: {"step", "use"},
		`
{kind: game, id: walk, zones: {hand: {of: consumable, label: h, start: [wine]}}, phases: {day: {use: [hand]}}}
---
{kind: consumable, id: wine, use: {}, lua: 'return { use = function(self) end }'}
`: {"use"},
	} {
		f := written(t, text, FuzzOptions{})
		s, problem := f.session(1)
		if problem != nil {
			t.Fatal(problem)
		}
		luck, got := random.New(1, "fuzz"), []string{}
		for range 30 {
			got = append(got, strings.Fields(f.randomCommand(s, &luck))[0])
		}
		slices.Sort(got)
		if got = slices.Compact(got); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
