package board_test

import (
	"strings"
	"testing"

	"sleight/runtime/game/board"
	"sleight/tests/bazaar"
)

// effect is a command and what every seat sees of it: first the steps, which a
// front end plays in order, then the net effect in words. What is before ;; in a
// command is done before.
type effect struct{ command, want string }

func testEffects(t *testing.T, effects []effect) {
	t.Helper()
	c := bazaar.Written(t, "fates", fates)
	for _, e := range effects {
		s := begin(t, c, "fates")
		before, command, ok := strings.Cut(e.command, " ;; ")
		r := run(t, s, before)
		if ok {
			r = run(t, s, command)
		}
		expect(t, e.command, seen(s, r), e.want)
	}
}

// effectsOnValues are commands that change variables and properties or emit events.
var effectsOnValues = []effect{
	{`rest`, `
all:
  op:var name:mood from:glad to:grim
  told:"Mood glad → grim" cause:"game/fates do_rest" place:content/fates/game.yaml:36:5 at:2
  told:"Player 1 → 2" cause:"game/fates do_rest" place:content/fates/game.yaml:36:5 at:3`},
	{`lua vars.gold = 4 vars.gold = 6 set_player(2) vars.gold = 0 vars.gold = 5 set_player(1) vars.purse = 3 vars.ledger = 2 vars.lit = true`, `
player 1, seat 1:
  op:var name:gold@1 was:5 is:4
  op:var name:gold@1 was:4 is:6
  op:var name:gold@2 was:5 is:0
  op:var name:gold@2 was:0 is:5
  op:var name:purse@1 was:2 is:3
  op:var name:lit from:no to:yes
  told:"Gold of player 1 5 → 6" at:2
  told:"Purse of player 1 2 → 3" at:7
  told:"Lit no → yes" at:9
player 2, watcher:
  op:var name:gold@1 was:5 is:4
  op:var name:gold@1 was:4 is:6
  op:var name:gold@2 was:5 is:0
  op:var name:gold@2 was:0 is:5
  op:var name:lit from:no to:yes
  told:"Gold of player 1 5 → 6" at:2
  told:"Lit no → yes" at:9
debugger:
  op:var name:gold@1 was:5 is:4
  op:var name:gold@1 was:4 is:6
  op:var name:gold@2 was:5 is:0
  op:var name:gold@2 was:0 is:5
  op:var name:purse@1 was:2 is:3
  op:var name:ledger was:1 is:2
  op:var name:lit from:no to:yes
  told:"Gold of player 1 5 → 6" at:2
  told:"Purse of player 1 2 → 3" at:7
  told:"Ledger 1 → 2" at:8
  told:"Lit no → yes" at:9
`},
	{`lua vars.guest = at("table", 1) at("table", 1).size = 3 at("table", 1).keen = true at("table", 2).code = 8 at("table", 2).word = "b" at("table", 2).mark = 4`, `
player 1, player 2, seat 1, watcher:
  op:var name:guest
  op:set id:11 name:size was:1 is:3
  op:set id:11 name:keen from:no to:yes
  op:set id:12 name:word from:a to:b
  told:"t1 King: Size 1 → 3" at:2
  told:"t1 King: keen" at:3
  told:"t2 Ace: word a → b" at:5
  told:"Guest none → t1 King" at:1
debugger:
  op:var name:guest
  op:set id:11 name:size was:1 is:3
  op:set id:11 name:keen from:no to:yes
  op:set id:12 name:code was:7 is:8
  op:set id:12 name:word from:a to:b
  op:set id:12 name:mark was:0 is:4
  told:"t1 King: Size 1 → 3" at:2
  told:"t1 King: keen" at:3
  told:"t2 Ace: code 7 → 8" at:4
  told:"t2 Ace: word a → b" at:5
  told:"t2 Ace: mark 0 → 4" at:6
  told:"Guest none → t1 King" at:1
`},
	{`lua at("table", 1).next = at("deck", 1) at("table", 2).next = at("hand", 1) at("table", 1).keen = true at("table", 1).keen = false`, `
player 1, seat 1:
  op:set id:11 name:next
  op:set id:12 name:next
  op:set id:11 name:keen from:no to:yes
  op:set id:11 name:keen from:yes to:no
  told:"t1 King: next none → k1" at:1
  told:"t2 Ace: next none → h1 Ace" at:2
player 2, watcher:
  op:set id:11 name:next
  op:set id:12 name:next
  op:set id:11 name:keen from:no to:yes
  op:set id:11 name:keen from:yes to:no
  told:"t1 King: next none → k1" at:1
  told:"t2 Ace: next none → h1" at:2
debugger:
  op:set id:11 name:next
  op:set id:12 name:next
  op:set id:11 name:keen from:no to:yes
  op:set id:11 name:keen from:yes to:no
  told:"t1 King: next none → k1 Queen" at:1
  told:"t2 Ace: next none → h1 Ace" at:2
`},
	{`lua at("hand@1", 1).mark = 2 at("hand@1", 1).size = 2 at("deck", 1).size = 2 at("hand@1", 2).face_up = true at("hand@1", 2).size = 4`, `
player 1, seat 1:
  op:set id:1 name:mark was:0 is:2
  op:set id:1 name:size was:1 is:2
  op:set id:3 name:size was:1 is:4
  told:"h1 Ace: mark 0 → 2" at:1
  told:"h1 Ace: Size 1 → 2" at:2
  told:"h2 King: face up" at:4
  told:"h2 King: Size 1 → 4" at:5
player 2, watcher:
  op:turn id:3 thing:{id:3 kind:card key:card/king name:King rarity:rare}
  op:set id:3 name:size was:1 is:4
  told:"h2 King: face up" at:4
  told:"h2 King: Size 1 → 4" at:5
debugger:
  op:set id:1 name:mark was:0 is:2
  op:set id:1 name:size was:1 is:2
  op:set id:5 name:size was:1 is:2
  op:set id:3 name:size was:1 is:4
  told:"h1 Ace: mark 0 → 2" at:1
  told:"h1 Ace: Size 1 → 2" at:2
  told:"k1 Queen: Size 1 → 2" at:3
  told:"h2 King: face up" at:4
  told:"h2 King: Size 1 → 4" at:5
`},
	{`lua emit("dusk", at("table", 1), 2) vars.gold = 9 emit("heard", 1) emit("paused") emit("counted") emit("counted", at("deck", 1)) emit("dusk", at("hand@1", 1), true) vars.mood = "grim"`, `
player 1, seat 1:
  op:event name:dusk show:strong tally:[2, King]
  op:var name:gold@1 was:5 is:9
  op:event name:paused show:pause
  op:event name:counted tally:[k1]
  op:event name:dusk show:strong tally:[yes, Ace]
  op:var name:mood from:glad to:grim
  told:"Gold of player 1 5 → 9" at:1
  told:"Mood glad → grim" at:2
player 2, watcher:
  op:event name:dusk show:strong tally:[2, King]
  op:var name:gold@1 was:5 is:9
  op:event name:paused show:pause
  op:event name:counted tally:[k1]
  op:event name:dusk show:strong tally:[yes, h1]
  op:var name:mood from:glad to:grim
  told:"Gold of player 1 5 → 9" at:1
  told:"Mood glad → grim" at:2
debugger:
  op:event name:dusk show:strong tally:[2, King]
  op:var name:gold@1 was:5 is:9
  op:event name:paused show:pause
  op:event name:counted tally:[Queen]
  op:event name:dusk show:strong tally:[yes, Ace]
  op:var name:mood from:glad to:grim
  told:"Gold of player 1 5 → 9" at:1
  told:"Mood glad → grim" at:2
`},
	{`lua enter_phase("night")`, `
all:
  told:"Phase Day → Night" at:1
`},
	{`lua at("dice", 1).value = 3 at("dice", 2).value = 2 at("dice", 1).held = true at("foes", 1).hp = 2 at("foes", 1).move = "howl"`, `
player 1, player 2, seat 1, watcher:
  op:set id:15 name:value was:0 is:3
  op:set id:16 name:value was:0 is:2
  op:set id:15 name:held from:no to:yes
  op:set id:17 name:hp was:5 is:2
  op:set id:17 name:move to:howl
  told:"d1 Six: value 0 → 3" at:1
  told:"d2 Fate: value 0 → moon" at:2
  told:"d1 Six: held" at:3
  told:"e1 Wolf: hp 5 → 2" at:4
debugger:
  op:set id:15 name:value was:0 is:3
  op:set id:16 name:value was:0 is:2
  op:set id:15 name:held from:no to:yes
  op:set id:17 name:hp was:5 is:2
  op:set id:17 name:move to:howl
  told:"d1 Six: value 0 → 3" at:1
  told:"d2 Fate: value 0 → moon" at:2
  told:"d1 Six: held" at:3
  told:"e1 Wolf: hp 5 → 2" at:4
  told:"e1 Wolf: move  → howl" at:5
`},
	{`lua vars.guest = at("table", 1) vars.guest = at("crypt", 1) at("table", 1).next = at("sack@1", 1) at("table", 2).next = at("sack@2", 1)`, `
player 1, seat 1:
  op:var name:guest
  op:var name:guest
  op:set id:11 name:next
  op:set id:12 name:next
  told:"t1 King: next none → s1 Queen" at:3
  told:"t2 Ace: next none → …" at:4
  told:"Guest none → …" at:2
player 2:
  op:var name:guest
  op:var name:guest
  op:set id:11 name:next
  op:set id:12 name:next
  told:"t1 King: next none → …" at:3
  told:"t2 Ace: next none → s1@2 Queen" at:4
  told:"Guest none → …" at:2
watcher:
  op:var name:guest
  op:var name:guest
  op:set id:11 name:next
  op:set id:12 name:next
  told:"t1 King: next none → …" at:3
  told:"t2 Ace: next none → …" at:4
  told:"Guest none → …" at:2
debugger:
  op:var name:guest
  op:var name:guest
  op:set id:11 name:next
  op:set id:12 name:next
  told:"t1 King: next none → s1 Queen" at:3
  told:"t2 Ace: next none → s1@2 Queen" at:4
  told:"Guest none → y1 Ace" at:2
`},
}

// TestEffectsOnValues states who sees which changes of variables and properties,
// and which events.
func TestEffectsOnValues(t *testing.T) {
	testEffects(t, effectsOnValues)
}

// TestLongCommandsAreCutShort checks that no more than 200 steps of a command
// are returned, and its whole net effect.
func TestLongCommandsAreCutShort(t *testing.T) {
	s := begin(t, bazaar.Written(t, "fates", fates), "fates")
	r := run(t, s, "lua for i = 6, 206 do vars.gold = i end")
	vw := board.NewViewer(s, 1, nil)
	steps := vw.Steps(r.Changes, r.Events)
	expect(t, "the last step", brief(steps[len(steps)-1]), "op:var name:gold@1 was:204 is:205")
	expect(t, "the effect", each(vw.Describe(r.Changes)), `text:"Gold of player 1 5 → 206" at:201`)
	if len(steps) != 200 {
		t.Errorf("%d steps", len(steps))
	}
}
