//go:build !race

package session_test

import (
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
)

// steady is a game that uses every feature of the engine: costs, targets of
// every sort, consumable items, listeners, phases, chance, and temporary
// changes. Its scripts create no table and no text.
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
      - {name: how, from: [long, short], when: vars.left > 1}
  deal: {targets: [{name: card, from: pile}]}
  rest: {}
phases:
  day: {actions: [roll, lock, deal, rest], use: [items]}
  night: {actions: [rest]}
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
      if phase() == "day" then enter_phase("night") else enter_phase("day") end
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
---
kind: bot
id: steward
lua: |
  return {
    choose = function()
      if phase() == "night" or vars.left % 5 == 0 then return "rest" end
      if vars.gold > 0 then return "roll" end
      if count("items") > 0 then return "use", top("items") end
      for _, die in each("dice") do
        if not die.locked then return "lock", die, vars.left > 1 and "short" or nil end
      end
      return "deal", top("pile")
    end,
  }
`

// TestPlayAllocatesNothing checks that a session that has been played on before
// plays whole games, with all their metrics, without allocating: by random
// play, and by a bot.
func TestPlayAllocatesNothing(t *testing.T) {
	c := build(t, map[string]string{"content/steady/game.yaml": steady})
	s, problem := session.New(c, "steady", session.Options{Seed: 1, NoHistory: true})
	if problem != nil {
		t.Fatal(problem)
	}
	var luck random.Stream
	for name, choose := range map[string]func() (session.Command, *diag.Diagnostic){
		"luck": func() (session.Command, *diag.Diagnostic) {
			command, ok, problem := s.Sample(&luck)
			if !ok {
				t.Fatal("nothing can be done", problem)
			}
			return command, problem
		},
		"a bot": func() (session.Command, *diag.Diagnostic) { return s.Advice("bot/steward", &luck) },
	} {
		games := 0
		play := func() {
			games++
			seed := uint64(games % 40)
			luck = random.New(seed, "bot")
			playOut(t, s, seed, choose)
		}
		for range 100 {
			play()
		}
		if n := testing.AllocsPerRun(100, play); n > 0 {
			t.Errorf("a game played by %s allocates %v times", name, n)
		}
	}
}

// playOut plays a game from start to end and computes its metrics.
func playOut(t *testing.T, s *session.Session, seed uint64, choose func() (session.Command, *diag.Diagnostic)) {
	if problem := s.Restart(seed); problem != nil {
		t.Fatal(problem)
	}
	for !s.Over() {
		command, problem := choose()
		if problem != nil {
			t.Fatal(problem)
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
