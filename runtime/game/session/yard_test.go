package session_test

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/tests/golden"
)

// yard is a game in which every place where scripts decide something can be made
// to fail, with events about entities in every place.
var yard = map[string]string{
	"scripts/yard/fails.lua": `
return {
  at = function(what)
    if vars.wrong == what then error(what .. " at " .. player()) end
    return false
  end,
}
`,
	"content/yard/game.yaml": `
kind: game
id: yard
text: "Level {=require('fails').at('text') or 0}."
players: {min: 2, max: 2}
variables:
  wrong: {start: "", show: false}
  heard: {start: "", show: false}
  n: {start: 0}
  gold: {start: 3, min: 0}
  lit: {start: true}
  keen: {start: true, per: player}
  bell: {type: entity}
zones:
  own: {of: relic, label: o, per: player, listens: true, start: [bell]}
  shed: {of: relic, label: s, start: [bell, mute, mute], details: {weight: {value: "require('fails').at('detail') or item.id"}}}
  box: {of: [card, consumable], label: x, listens: true, start: [{reed: 7}, pipe]}
  pen: {of: enemy, label: e, start: [goat, dog, cat, hen]}
  vault: {of: card, label: v, visible: owner, start: [reed]}
properties: {relic: {quiet: {start: false, mutes: true}}, card: {weight: {start: 1, visible: owner}, tint: {start: 1, visible: lit}, mark: {start: 1, visible: keen}}}
events: {rung: {args: [bell]}, told: {}, one: {}, two: {}, many: {args: [n]}}
values: {tone: {args: [x]}}
actions:
  go: {requires: [{that: "not require('fails').at('requires')", else: No.}], targets: [{name: a, from: "range(1, vars.n)", title: "require('fails').at('title') or 'no. ' .. a"}, {name: b, from: [1, 2], auto: true, where: b == 1}, {name: c, from: "range(1, vars.n)", title: "require('fails').at('last') or phase()"}]}
  ring: {targets: [{name: who, from: [1, 2, 3, 4, 5, 6, 7, 8, 9]}]}
  stir: {targets: [{name: foe, from: pen}]}
  make: {targets: [{name: foe, from: pen}]}
  doubt: {targets: [{name: a, from: [1, 2], where: "a == 1 or error('no ' .. a)"}]}
  later: {warning: {text: "Sure?"}, targets: [{name: a, from: [1, 2]}, {name: b, from: [1, 2]}]}
  next: {targets: [{name: a, from: [1, 2]}, {name: b, from: [3, 4], auto: true, where: "b == 3 or a == 1 or error('no ' .. b)"}]}
  wait: {}
phases:
  day: {actions: [go, ring, stir, make, wait], use: [box]}
  eve: {actions: [doubt, later, next, wait]}
  dusk: {use: [box], clock: 3}
  night: {together: "player() < 3", actions: [wait], clock: 4}
views: {who: {value: player()}, level: {value: "require('fails').at('view') or modify('tone', 1, 2)"}}
metrics: {length: {value: "require('fails').at('metric') or vars.n"}}
heuristic: "require('fails').at('heuristic') or 0"
lua: |
  return {
    do_go = function() end,
    do_ring = function(_, who)
      vars.heard = ""
      vars.n = 0
      local bell = at("shed", 1)
      if who == 1 then emit("rung", at("own", 1))
      elseif who == 2 then emit("rung", at("own@2", 1))
      elseif who == 3 then emit("rung", bell)
      elseif who == 4 then
        bell.quiet = true
        emit("rung", bell)
        bell.quiet = false
      elseif who == 5 then
        remove(bell, "told")
        emit("rung", bell)
        emit("told")
      elseif who == 6 then emit("rung", at("shed", 2))
      elseif who == 7 then emit("rung", 7)
      elseif who == 9 then emit("rung", at("box", 1))
      else
        emit("told")
        remove(bell)
        emit("rung", bell)
      end
    end,
    do_stir = function(_, foe) say(tostring(choose_move(foe, "stir")) .. " " .. tostring(make_move(foe))) end,
    do_make = function(_, foe) say(tostring(make_move(foe))) end,
    do_doubt = function() end,
    do_later = function(_, a, b) vars.n = a + b end,
    do_next = function() end,
    do_wait = function() end,
    resolve_night = function() enter_phase("day") end,
    on_rung = function(_, bell) vars.heard = vars.heard .. "game" .. player() .. " " end,
    on_many = function(_, n) for i = 1, n do emit("told") end end,
    on_one = function() vars.n = vars.n + 1 emit("two") end,
    on_two = function() emit("one") end,
    modify_tone = function(_, x) return x * 10 end,
    move = function(self) vars.heard = vars.heard .. self.move .. " " end,
  }
---
kind: relic
id: bell
lua: |
  return {
    when_rung = function(self, more) vars.heard = vars.heard .. "self" .. player() .. tostring(more) .. tostring(self.zone) .. " " end,
    on_rung = function(self, bell) vars.heard = vars.heard .. "bell" .. player() .. tostring(bell == self) .. " " end,
    modify_tone = function(_, x, y) return x + y end,
  }
---
{kind: relic, id: mute, lua: "return { when_told = function() vars.heard = 'never' end }"}
---
{kind: card, id: reed, text: "A reed of {=require('fails').at('card') or 1}.", use: {cost: {gold: 9}}, lua: "return { use = function() end }"}
---
{kind: consumable, id: pipe, use: {}, lua: "return { use = function() vars.heard = 'piped' .. player() end }"}
---
{kind: enemy, id: goat, hp: 1, opening: [butt, rest], cycle: [rest, run], moves: {butt: {}, rest: {}, run: {}}}
---
{kind: enemy, id: dog, hp: 1, moves: {bark: {then: bite}, bite: {weight: 0}}}
---
{kind: enemy, id: cat, hp: 1, moves: {purr: {weight: vars.n, in_row: 1}, scratch: {weight: 1, when: vars.n > 1}}}
---
{kind: enemy, id: hen, hp: 1}
`,
}

// yarded starts the yard, and writes what happens there.
func yarded(t *testing.T) *transcriber {
	t.Helper()
	c := build(t, yard)
	x := &transcriber{t: t, content: c, Session: opened(t, c, "yard", 3)}
	x.Trace(&x.tracer)
	return x
}

// TestExamineFindsEveryFailure states which failure Examine finds in each place in
// which a script decides something, and how many API calls it makes at most.
func TestExamineFindsEveryFailure(t *testing.T) {
	x := yarded(t)
	for _, wrong := range []string{"nothing", "requires", "title", "last", "view", "text", "card", "detail", "heuristic", "metric"} {
		for _, end := range []string{"", "lose()"} {
			y := &transcriber{t: t, content: x.content, Session: x.Clone(nil)}
			run(t, y.Session, fmt.Sprintf("lua vars.n = 2 vars.wrong = %q %s", wrong, end))
			x.printf("%s %s\n", wrong, end)
			x.fault(y.Examine())
		}
	}
	for _, n := range []int{0, 1, 9, 10, 11, 50} {
		y := x.Clone(nil)
		run(t, y, fmt.Sprintf("lua vars.n = %d", n))
		before := y.Calls()
		if problem := y.Examine(); problem != nil {
			t.Error(problem)
		}
		x.printf("%d options: %d calls\n", n, y.Calls()-before)
	}
	golden.Check(t, "testdata/examined.golden", x.out.String())
}

// TestWhichListenersAnEventReaches states who hears of events about entities in
// every place, on whose behalf, and with which arguments; and how many events
// there may be.
func TestWhichListenersAnEventReaches(t *testing.T) {
	x := yarded(t)
	for who := 1; who <= 9; who++ {
		y := &transcriber{t: t, content: x.content, Session: x.Clone(nil)}
		y.Trace(&y.tracer)
		y.result(y.Run(fmt.Sprintf("ring %d", who)))
		x.printf("ring %d: %s\n%s", who, look(t, y.Session, "vars.heard"), y.out.String())
	}
	for _, source := range []string{
		"emit('many', 5)", "emit('many', 1999)", "emit('many', 2000)", "emit('one')", "for i = 1, 1999 do emit('told') end emit('many', 1)",
		"for i = 1, 1997 do emit('told') end emit('one')", "for i = 1, 1996 do emit('told') end emit('one')", "for i = 1, 1995 do emit('told') end emit('one')", "for i = 1, 1994 do emit('told') end emit('one')",
	} {
		y := x.Clone(nil)
		r := y.Run("lua " + source)
		x.printf("%s: %d events\n", source, len(r.Events))
		x.fault(r.Problem)
	}
	golden.Check(t, "testdata/heard.golden", x.out.String())
}

// TestMovesInOrder states which moves opponents intend and make, one after another.
func TestMovesInOrder(t *testing.T) {
	x := yarded(t)
	for _, line := range []string{
		"stir goat", "stir goat", "stir goat", "stir goat", "stir goat", "stir dog", "stir dog", "stir dog", "make dog", "make cat", "stir cat", "lua vars.n = 1 vars.heard = ''", "stir cat", "stir cat",
		"lua vars.n = 0", "stir cat", "lua vars.n = 2", "stir cat", "stir cat", "stir cat", "lua vars.n = -1", "stir cat", "stir hen", "make hen", "rig stir purr", "lua vars.n = 2", "stir cat", "rig stir hiss", "stir cat",
	} {
		x.printf("> %s\n", line)
		x.enter(line)
	}
	zones(&x.out, x.Session)
	golden.Check(t, "testdata/moves.golden", x.out.String())
}

// TestPicksThatFail states what becomes of a choice when a script fails about the
// option that is picked, or about the one that would follow it.
func TestPicksThatFail(t *testing.T) {
	x := yarded(t)
	say := func(what string, r session.Result) {
		x.printf("%s: choosing %v\n", what, x.ChoiceStarted())
		x.result(r)
	}
	say("eve", x.Run("lua enter_phase('eve')"))
	say("begin doubt", x.Begin("doubt"))
	say("pick 2", x.Pick("2"))
	say("pick 3", x.Pick("3"))
	say("pick 1", x.Pick("1"))
	x.Cancel()
	say("begin next", x.Begin("next"))
	say("pick 2", x.Pick("2"))
	say("begin next", x.Begin("next 1"))
	say("pick 4", x.Pick("4"))
	x.Cancel()
	for _, texts := range [][]string{{"doubt", "2"}, {"doubt", "1"}, {"doubt", "1", "1"}, {"next", "2"}, {"later", "1"}, {"later 1", "2"}, {"wait"}, {"wait", "1"}, {""}, {"later 3"}, {"no"}} {
		say("begin later", x.Begin("later"))
		refusal, problem := x.WithChoice(texts[0], texts[1:], func(complete string) {
			x.printf("complete %q\n", complete)
			x.choice()
		})
		x.printf("consider %q: %v\n", texts, refusal)
		x.fault(problem)
		x.choice()
		x.Cancel()
	}
	say("begin later", x.Begin("later"))
	x.printf("undone %d, choosing %v\n", x.Undo(1), x.ChoiceStarted())
	// Whoever has picked something has seen the warning, also of the new content.
	say("begin later", x.Begin("later"))
	say("pick 1", x.Pick("1"))
	files := map[string]string{}
	for name, text := range yard {
		files[name] = strings.ReplaceAll(text, "vars.n = a + b", "vars.n = a * 10 + b")
	}
	for _, d := range x.Swap(build(t, files)) {
		x.fault(&d)
	}
	say("pick 2", x.Pick("2"))
	golden.Check(t, "testdata/picks.golden", x.out.String())
}

// TestTimeRunsOutEverywhere states what a timeout does where there is no clock,
// where only one of several items can be used, and while all choose.
func TestTimeRunsOutEverywhere(t *testing.T) {
	x := yarded(t)
	late := session.Command{Action: "timeout"}
	for _, phase := range []string{"day", "dusk", "night"} {
		y := &transcriber{t: t, content: x.content, Session: x.Clone(nil)}
		run(t, y.Session, "wait")
		run(t, y.Session, fmt.Sprintf("lua enter_phase(%q)", phase))
		for player := range 4 {
			z := &transcriber{t: t, content: x.content, Session: y.Clone(nil)}
			late.Player = player
			z.result(z.Do(late))
			x.printf("%d in %s: %#v, may act %v %v %v %v, then %v, waiting %#v, heard %s\n%s", player, phase, y.Clocks(), y.MayAct(0), y.MayAct(1), y.MayAct(2), y.MayAct(3), z.Clocks(), z.Waiting(), look(t, z.Session, "vars.heard"), z.out.String())
		}
		x.parsed("2 wait", "@2 wait", "@99999999999999999999 wait", "@-2 wait", "@ wait")
	}
	run(t, x.Session, "lua enter_phase('night')")
	run(t, x.Session, "@2 wait")
	run(t, x.Session, "lua vars.n = 1") // nobody's act
	x.printf("%v\n", x.Clocks())
	golden.Check(t, "testdata/late.golden", x.out.String())
}

// TestWhatIsOutOfPlay states how entities are named and seen that are in no zone for
// a time, in a zone that nobody owns, or gone.
func TestWhatIsOutOfPlay(t *testing.T) {
	x := yarded(t)
	zone := func(name string) []state.ID {
		slot, _ := x.Zone(name)
		return x.State().Zone(slot)
	}
	bell, reed, gone := zone("shed")[0], zone("vault")[0], zone("shed")[2]
	run(t, x.Session, `lua vars.bell = at("shed", 1) remove(at("shed", 3)) remove(at("shed", 1), "told")`)
	for i, id := range []state.ID{bell, reed, gone} {
		what := []string{"bell", "reed", "gone"}[i]
		x.printf("%s:", what)
		for player := range 3 {
			x.printf(" %s", x.LabelFor(id, player))
			if what != "gone" {
				kind := x.State().Prototype(id).Kind
				for i, p := range kind.Props {
					x.printf(" %s known %v %v", p.Name, x.KnowsProp(kind, i, x.State().ZoneOf(id), player), x.KnowsProp(kind, i, state.Limbo, player))
				}
				x.printf(" hidden %v concealed %v details %d;", x.HiddenFrom(x.State().ZoneOf(id), player), x.ConcealedFrom(id, player), len(x.Details(id)))
			}
		}
		x.printf("\n")
	}
	for _, name := range []string{"own", "own@1", "own@2", "own@3", "own@0", "own@x", "own@99999999999999999999", "shed@2", "n@2", "n@3", "_turn", "nn"} {
		zone, inZone := x.Zone(name)
		slot, isVar := x.Variable(name)
		x.printf("%s: %d %v, %d %v\n", name, zone, inZone, slot, isVar)
	}
	for _, word := range []string{"reed", "yard", "bell", "s1", "v1", "x1", "pipe", "nn"} {
		a, usable := x.Use(word)
		x.printf("use %s: %v %v\n", word, usable, a != nil)
	}
	run(t, x.Session, `lua emit("told")`)
	x.printf("%s again\n", x.Label(bell))
	golden.Check(t, "testdata/outofplay.golden", x.out.String())
}

// TestViewsFollowListeners checks that a view is computed again when somebody else
// changes the value that it shows, also if the listeners were known before.
func TestViewsFollowListeners(t *testing.T) {
	x := yarded(t)
	for _, c := range []struct{ command, want string }{
		{"lua vars.n = 1", "14"}, {`lua remove(at("own", 1))`, "12"}, {`lua add("bell", "own")`, "14"}, {`lua at("own", 1).quiet = true`, "12"}, {"undo 1", "14"}, {`lua add("bell", "own", "told")`, "16"}, {`lua emit("told")`, "14"},
	} {
		x.enter(c.command)
		direct := look(t, x.Session, "modify('tone', 1, 2)")
		v, problem := x.View(x.Game().Views[1])
		again, _ := x.ViewAs(x.Game().Views[1], 2)
		if problem != nil || v.String() != c.want || direct != c.want || again.String() != c.want {
			t.Errorf("after %s: %s, %s and %s, want %s: %v", c.command, v, direct, again, c.want, problem)
		}
	}
	for _, want := range []string{"1", "2", "1"} {
		v, _, problem := x.ViewNamed("who")
		other, _ := x.ViewAs(x.Game().Views[0], 3-x.Player())
		if v.String() != want || other.String() == want || problem != nil {
			t.Errorf("it is the turn of %s, and of %s for the other, want %s: %v", v, other, want, problem)
		}
		run(t, x.Session, "lua set_player(3 - player())")
	}
}
