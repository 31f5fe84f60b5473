package session_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// ticker is a game of clocks, each of which ends in another way, and of figures
// that are not always valid.
const ticker = `
kind: game
id: ticker
players: {min: 2, max: 3}
params: {room: 4}
variables:
  said: {start: "", show: false}
  score: {start: 0.5, whole: false, per: player}
  n: {start: 0, whole: false}
  kind: {start: number, one_of: [number, half, text, nothing]}
zones:
  bag: {of: [card, consumable], label: t, per: player, single_use: true, start: [rock, egg, egg]}
  box: {of: card, label: x, limit: "=game.room", details: {look: {value: "item.id .. player()"}}, start: [rock]}
  air: {of: enemy, label: e, start: [swarm, wisp, moth]}
properties: {card: {fuse: {start: 1, min: 0, max: 3}}}
events: {tick: {}}
actions:
  wait: {}
  never: {requires: [{that: "false", else: Never.}]}
  quiz: {}
  dash: {}
  poll: {}
  halt: {}
  go: {targets: [{name: where, from: [items, waiting, stuck, asking, over, race]}]}
  stir: {targets: [{name: foe, from: air}]}
  pick: {targets: [{name: what, from: box}]}
  many: {targets: [{name: n, from: "range(1, 13)"}]}
  dozen: {targets: [{name: n, from: "range(1, 12)"}]}
  lure: {targets: [{name: n, from: [1, 2]}, {name: m, from: [3], auto: true, where: 'n == 1 or error("no " .. n)'}]}
  doubt: {targets: [{name: n, from: [1, 2], where: 'n == 1 or error("no " .. n)'}]}
  dare: {warning: {text: "Sure?"}, targets: [{name: n, from: [1, 2]}]}  # dare
  pair: {targets: [{name: a, from: [1, 2]}, {name: b, from: [1, 2]}, {name: c, from: [1, 2]}]}
phases:
  rest: {actions: [go, stir, pick, quiz, many, dozen, lure, doubt, dare, pair, poll], use: [bag]}
  items: {use: [bag], clock: 5}
  waiting: {actions: [never, wait], clock: {seconds: 3, timeout: wait}}
  stuck: {actions: [never], clock: 4}
  asking: {actions: [quiz, go], clock: 2}
  race: {together: vars.n >= 0, actions: [wait, quiz, dash, halt], clock: 9}
winner: 'vars.kind == "half" and 0.5 or vars.kind == "text" and "one" or vars.kind == "nothing" and nil or vars.n'
metrics: {won: {value: vars.n, of: won}, lost: {value: vars.n + player(), of: lost}, all: {value: vars.n}}
lua: |
  return {
    do_wait = function() vars.said = "waited" .. player() if phase() == "waiting" then enter_phase("rest") end end,
    do_never = function() end,
    do_go = function(_, where) if where == "over" then lose("Over.") else enter_phase(where) end end,
    do_quiz = function() ask("one", {from = {"a", "b"}, prompt = "Which?"}) end,
    do_poll = function() ask("some", {from = {"a", "b"}, min = 0, max = 2}) end,
    chosen_some = function(_, all) vars.n = #all end,
    do_stir = function(_, foe) say(tostring(choose_move(foe, "stir"))) end,
    do_pick = function() end,
    do_dash = function() enter_phase("race") end,
    do_halt = function() lose("Halted.") end,
    do_many = function() end,
    do_dozen = function() end,
    do_lure = function(_, n, m) vars.n = n + m end,
    do_doubt = function(_, n) vars.n = n end,
    do_dare = function(_, n) vars.n = n end,
    do_pair = function(_, a, b, c) vars.n = a + (b or 0) + (c or 0) end,
    chosen_one = function(_, x) vars.said = x if phase() == "asking" then enter_phase("rest") end end,
    timeout_asking = function() vars.said = "too late" enter_phase("rest") end,
    resolve_race = function() if vars.n ~= 5 then enter_phase("rest") end end,
    move = function() end,
  }
---
{kind: card, id: rock, name: Rock}
---
{kind: die, id: cube, sides: 6}
---
{kind: die, id: d4, sides: 8}
---
{kind: die, id: octo, sides: 4}
---
{kind: consumable, id: egg, name: Egg, use: {targets: [{name: n, from: [3, 4]}]}, lua: "return { use = function(_, n) vars.said = 'egg' .. n if phase() == 'items' then enter_phase('rest') end end }"}
---
{kind: enemy, id: moth, name: Moth, hp: 1, moves: {sit: {weight: 0}, fly: {weight: 0}}}
---
{kind: enemy, id: wisp, name: Wisp, hp: 1, moves: {sit: {weight: 0}, fly: {weight: 1}, hum: {weight: 0}}}
---
kind: enemy
id: swarm
name: Swarm
hp: 1
moves: {a: {weight: 0}, b: {weight: 0}, c: {weight: 0}, d: {weight: 0}, e: {weight: 0}, f: {weight: 0}, g: {weight: 0}, h: {weight: 0}, i: {weight: 0}, j: {weight: 0}, k: {weight: 0}, l: {weight: 0}, m: {weight: 0}, n: {weight: 0}, o: {weight: 0}, p: {weight: 0}, q: {weight: 2, in_row: 2}, r: {weight: 0.5}}
`

// ticking starts that game.
func ticking(t *testing.T, c *rules.Content, players int) *transcriber {
	t.Helper()
	s, problem := session.New(c, "ticker", session.Options{Seed: 4, Players: players})
	if problem != nil {
		t.Fatal(problem)
	}
	return &transcriber{t: t, content: c, Session: s}
}

// TestClocksRunOut states the effect of each kind of timeout, and which
// timeouts are refused.
func TestClocksRunOut(t *testing.T) {
	x := ticking(t, bazaar.Written(t, "ticker", ticker), 2)
	for _, line := range []string{"go items", "go waiting", "go asking", "go asking|quiz", "go race", "go race|quiz", "go race|wait", "go stuck"} {
		y := &transcriber{t: t, content: x.content, Session: x.Clone(nil)}
		for command := range strings.SplitSeq(line, "|") {
			run(t, y.Session, command)
		}
		x.printf("after %s: %v\n", line, y.Clocks())
		for _, c := range y.Clocks() {
			z := &transcriber{t: t, content: x.content, Session: y.Clone(nil)}
			z.result(z.Timeout(c))
			z.printf("  in %s with %s, then %v\n", z.Phase().Name, look(t, z.Session, "vars.said"), z.Clocks())
			x.out.WriteString(z.out.String())
		}
		for _, c := range []session.Command{
			{Player: 3, Action: rules.Timeout},
			{Player: 0, Action: rules.Timeout},
			{Player: 2, Action: rules.Timeout},
			{Player: 1, Action: rules.Timeout, Item: y.State().Zone(0)[0]},
		} {
			z := &transcriber{t: t, content: x.content, Session: y.Clone(nil)}
			z.result(z.Do(c))
			x.printf("  by %d: %s%s\n", c.Player, z.out.String(), look(t, z.Session, "vars.said"))
		}
	}
	x.printf("three players\n")
	three := ticking(t, x.content, 3)
	for _, line := range []string{"lua vars.n = 5", "go race", "wait", "dash", "@3 wait", "wait", "@1 wait", "@2 quiz", "choose a", "halt"} {
		three.result(three.Run(line))
		three.printf("  %v, waiting %v\n", three.Clocks(), three.Waiting())
	}
	three.state()
	x.out.WriteString(three.out.String())
	for range x.Clocks() {
		t.Error("a phase without a clock has one")
	}
	golden.Check(t, "testdata/clocks.golden", x.out.String())
}

// TestMovesAreDrawn states how often moves are drawn that are many, have no
// weight, or occur too often in a row.
func TestMovesAreDrawn(t *testing.T) {
	x := ticking(t, bazaar.Written(t, "ticker", ticker), 0)
	said := map[string]int{}
	for range 300 {
		for _, foe := range []string{"swarm", "wisp", "moth"} {
			said[foe+" "+run(t, x.Session, "stir "+foe).Messages[0].Text]++
		}
	}
	if got := fmt.Sprint(said); got != "map[moth nil:300 swarm q:183 swarm r:117 wisp fly:300]" {
		t.Error(got)
	}
}

// TestWinnersAndFigures states the winners that the game declares, and its
// metrics and details.
func TestWinnersAndFigures(t *testing.T) {
	x := ticking(t, bazaar.Written(t, "ticker", ticker), 3)
	tell := func(what string) {
		winner, problem := x.Winner()
		x.printf("%s: winner %d\n", what, winner)
		x.fault(problem)
		for _, m := range x.Game().Metrics {
			v, problem := x.Metric(m)
			w, _ := x.MetricOf(m, 2)
			x.printf("  %s %s, of player 2 %s\n", m.Name, v, w)
			x.fault(problem)
		}
	}
	run(t, x.Session, "lua vars.n = 2")
	tell("while it runs")
	run(t, x.Session, "go over")
	for _, n := range []string{"2", "3", "4", "0", "-1", "1.5"} {
		run(t, x.Session, "lua vars.n = "+n)
		tell(n)
	}
	for _, kind := range []string{"half", "text", "nothing"} {
		run(t, x.Session, `lua vars.kind = "`+kind+`"`)
		tell(kind)
	}
	box, _ := x.Zone("box")
	for _, id := range append(slices.Clone(x.State().Zone(0)), x.State().Zone(box)...) {
		for _, d := range x.Details(id) {
			v, problem := x.Detail(d, id, 2)
			x.printf("%s of %s is %s\n", d.Name, x.Label(id), v)
			x.fault(problem)
		}
	}
	golden.Check(t, "testdata/figures.golden", x.out.String())
}

// TestGamesThatAreNotStarted states the reasons why games are not started.
func TestGamesThatAreNotStarted(t *testing.T) {
	full := bazaar.Written(t, "ticker", strings.Replace(ticker, "room: 4", "room: 0", 1))
	good := bazaar.Written(t, "ticker", ticker)
	x := transcriber{t: t}
	for _, c := range []struct {
		content *rules.Content
		id      string
		players int
	}{{good, "", 0}, {good, "tikcer", 0}, {good, "other", 0}, {good, "ticker", 1}, {good, "ticker", 4}, {full, "ticker", 0}} {
		s, problem := session.New(c.content, c.id, session.Options{Players: c.players})
		x.printf("%q for %d: %v\n", c.id, c.players, s != nil)
		x.fault(problem)
	}
	golden.Check(t, "testdata/unstarted.golden", x.out.String())
}

// lapsing is a context that ends after it has been asked a number of times.
type lapsing struct {
	context.Context
	asked int
}

func (l *lapsing) Err() error {
	if l.asked--; l.asked < 0 {
		return context.Canceled
	}
	return nil
}

// TestLoadingIsCancelled checks that a save is refused whenever its loading is
// cancelled.
func TestLoadingIsCancelled(t *testing.T) {
	s := play(t)
	for _, c := range []string{"roll", "lock d1", "rest", "wake"} {
		run(t, s, c)
	}
	text := written(t, s)
	for n := range 8 {
		ctx := &lapsing{context.Background(), n}
		loaded, _, problem := session.LoadWithin(ctx, s.Content(), bytes.NewReader(text), saveFile)
		if n < 5 {
			if problem == nil || !strings.Contains(problem.Message.String(), "loading was cancelled") {
				t.Errorf("cancelled after %d, it says %v", n, problem)
			}
			if ctx.asked != -2 && n < 4 {
				t.Errorf("cancelled after %d, it replays %d more commands", n, -ctx.asked-2)
			}
			continue
		}
		if problem != nil || loaded.Hash() != s.Hash() {
			t.Errorf("not cancelled, it says %v", problem)
		}
	}
}

// TestCopiesOfOtherGamesAreNotReused checks that a fork or clone in another
// game's memory equals one in new memory.
func TestCopiesOfOtherGamesAreNotReused(t *testing.T) {
	c := bazaar.Written(t, "ticker", ticker)
	s := ticking(t, c, 3)
	run(t, s.Session, "go race")
	others := []*session.Session{ticking(t, c, 2).Session, ticking(t, bazaar.Written(t, "ticker", ticker), 3).Session, play(t), ticking(t, c, 3).Session}
	tell := func(x *session.Session) string {
		y := transcriber{t: t, content: c, Session: x}
		y.where()
		y.state()
		y.printf("%d players, %d waiting, %v, %v\n", x.Players(), len(x.Waiting()), x.Content() == c, x.Log())
		y.result(x.Do(session.Command{Player: 2, Action: "wait"}))
		return y.out.String()
	}
	for i, o := range others {
		if got, want := tell(s.Fork(o.Fork(nil))), tell(s.Fork(nil)); got != want {
			t.Errorf("a fork in the memory of number %d is\n%s\nwant\n%s", i, got, want)
		}
		if got, want := tell(s.Clone(o.Clone(nil))), tell(s.Clone(nil)); got != want {
			t.Errorf("a clone in the memory of number %d is\n%s\nwant\n%s", i, got, want)
		}
	}
}

// TestViewsOfReusedCopiesAreNew checks that a reused copy shows nothing of its
// earlier position.
func TestViewsOfReusedCopiesAreNew(t *testing.T) {
	s := play(t)
	total := func(x *session.Session) string {
		v, problem := x.View(x.Game().Views[0])
		if problem != nil {
			t.Fatal(problem)
		}
		return v.String()
	}
	fork, twin := s.Fork(nil), s.Clone(nil)
	for _, command := range []string{"roll", "lua remove_die(at('dice', 1))", "roll"} {
		total(fork)
		total(twin)
		run(t, s, command)
		want := total(s)
		if fork, twin = s.Fork(fork), s.Clone(twin); total(fork) != want || total(twin) != want {
			t.Errorf("after %s the copies show %s and %s, not %s", command, total(fork), total(twin), want)
		}
	}
}

// TestProbedSessionsAreNotIdle checks that a session that is probed, traced,
// busy or already idle keeps its resources.
func TestProbedSessionsAreNotIdle(t *testing.T) {
	for name, prepare := range map[string]func(s *session.Session){
		"watched": func(s *session.Session) { s.SetProbe(&session.Probe{}) },
		"traced":  func(s *session.Session) { s.Trace(&session.Tracer{}) },
		"busy":    func(s *session.Session) { s.Observe(func(session.Event) { s.Suspend() }) },
	} {
		s := play(t)
		run(t, s, "roll")
		if prepare(s); name != "busy" {
			s.Suspend()
		}
		run(t, s, "roll")
		if undo, _ := s.History(); undo != 2 {
			t.Errorf("%s: only %d of 2 commands can be undone", name, undo)
		}
		run(t, s, "ring 2")
	}
	s := play(t)
	calls := s.Calls()
	s.Suspend()
	s.Suspend()
	s.Resume()
	if run(t, s, "roll"); s.Calls() <= calls {
		t.Errorf("%d calls are %d after a command", calls, s.Calls())
	}
}

// TestEarliest states where the history of sessions begins.
func TestEarliest(t *testing.T) {
	s := play(t)
	run(t, s, "roll")
	run(t, s, "roll")
	before := func(s *session.Session, turn int) string {
		b := s.CopyBefore(turn, nil)
		if b == nil {
			return "-"
		}
		return fmt.Sprint(b.Turn())
	}
	tell := func(what string, s *session.Session, want string) {
		t.Helper()
		if got := fmt.Sprintf("%d: %s %s %s %s", s.EarliestTurn(), before(s, 0), before(s, 1), before(s, 2), before(s, 3)); got != want {
			t.Errorf("%s: %s, expected %s", what, got, want)
		}
	}
	tell("played", s, "0: -1 0 1 2")
	tell("copied", s.Clone(nil), "3: - - - 2")
	tell("forked", s.Fork(nil), "1: - - - -")
	a := play(t)
	a.Arrange(func(a session.Arrangement) *diag.Diagnostic { return a.Variable("gold", state.Num(3)) })
	tell("arranged", a, "1: - 0 - -")
	run(t, a, "roll")
	tell("arranged and played", a, "1: - 0 1 -")
}
