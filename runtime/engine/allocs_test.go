//go:build !race

package engine_test

import (
	"testing"

	"sleight/runtime/engine"
	"sleight/runtime/rng"
)

// steady is a game whose scripts do next to nothing, with one of everything
// that the engine does by itself: costs, targets of every sort, items that are
// used up, listeners, phases, chance, and changes that are taken back.
const steady = `
kind: game
id: steady
name: Steady
variables:
  gold: {start: 9, min: 0}
  left: {start: 30, min: 0}
zones:
  dice: {of: die, label: d, start: [{d6: 3}]}
  pile: {of: card, label: p, start: [{ace: 4}, {king: 4}]}
  hand: {of: card, label: h, limit: 5}
  items: {of: consumable, label: c, single_use: true, start: [{coin: 6}]}
  relics: {of: relic, label: r, listens: true, start: [ear, ear]}
events: {ended: {}, rang: {}}
values: {worth: {}}
actions:
  roll: {cost: {gold: 1}}
  lock:
    requires: [{that: vars.left > 0, else: It is too late}]
    targets:
      - {name: die, from: dice, where: not die.locked, none: All are locked}
      - {name: how, from: [1, 2], when: vars.left > 1}
  deal: {targets: [{name: card, from: pile}]}
  rest: {}
  wake: {}
phases:
  day: {actions: [roll, lock, deal, rest], use: [items]}
  night: {actions: [wake]}
metrics:
  rich: {value: vars.gold}
lua: |
  local function tick()
    change(vars, "left", -1)
    if vars.left == 0 then win("Done.") end
  end
  return {
    start = function()
      roll_dice("dice")
      enter_phase("day")
    end,
    do_roll = function()
      roll_dice("dice")
      emit("rang")
      tick()
    end,
    do_lock = function(_, die)
      lock_die(die, "ended")
      tick()
    end,
    do_deal = function()
      if has_room("hand") then draw("pile", "hand", 1) end
      shuffle("pile")
      tick()
    end,
    do_rest = function()
      emit("ended")
      enter_phase("night")
      tick()
    end,
    do_wake = function()
      enter_phase("day")
      tick()
    end,
    enter_night = function() change(vars, "gold", modify("worth", 2)) end,
  }
---
{kind: die, id: d6, sides: 6}
---
{kind: card, id: ace}
---
{kind: card, id: king}
---
{kind: consumable, id: coin, use: {}, lua: "return { use = function() change(vars, 'gold', 1) end }"}
---
{kind: relic, id: ear, lua: "return { on_rang = function() change(vars, 'gold', 1) end, modify_worth = function(_, x) return x + 1 end }"}
`

// TestRandomPlayAllocatesNothing holds that a session which has been played on
// before plays whole games, with all their metrics, in the memory that it has.
func TestRandomPlayAllocatesNothing(t *testing.T) {
	c := build(t, map[string]string{"content/steady/game.yaml": steady})
	s, problem := c.NewSession("steady", engine.Options{Seed: 1, NoHistory: true})
	if problem != nil {
		t.Fatal(problem)
	}
	games := 0
	var luck rng.Stream
	play := func() {
		games++
		seed := uint64(games % 40)
		luck = rng.New(seed, "bot")
		if problem := s.Restart(seed); problem != nil {
			t.Fatal(problem)
		}
		for !s.Over() {
			command, ok, problem := s.Sample(&luck)
			if problem != nil || !ok {
				t.Fatal("nothing can be done", problem)
			}
			if r := s.Do(command); !r.OK() {
				t.Fatal(s.Format(command), r.Refusal, r.Problem)
			}
		}
		for _, m := range s.Game().Metrics {
			if _, problem := s.Metric(m); problem != nil {
				t.Fatal(problem)
			}
		}
	}
	for range 100 {
		play()
	}
	if n := testing.AllocsPerRun(100, play); n > 0 {
		t.Errorf("a game of random play allocates %v times", n)
	}
}
