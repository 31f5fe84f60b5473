package session_test

import "testing"

// quarrel is a game in which players react before the first phase begins, that
// asks questions with many answers, and whose variables may be negative.
const quarrel = `
kind: game
id: quarrel
players: {min: 2, max: 3}
variables:
  gold: {start: 3, per: player, name: Gold}
  told: {start: "", show: false}
zones:
  hand: {of: card, label: h, per: player, visible: owner, start: [wasp, bee, wasp]}
  nest: {of: card, label: n}
events: {begun: {}, stung: {args: [n]}, over: {}}
actions:
  vow: {requires: [{that: 'self.id == "quarrel"', else: Not here.}]}
  never: {requires: [{that: "false", else: Never.}]}
  dear: {cost: {gold: 99}}
  all: {cost: {gold: x}}
  free: {cost: {gold: 0}}
  owe: {}
  nod: {}
  shout: {targets: [{name: n, from: [1, 2], where: 'n ~= 2 or vars.gold > 0', else: Too loud.}]}
  few: {}
  one: {}
  many: {}
  act_out: {targets: [{name: n, from: "range(1, 60)"}]}
  still: {targets: [{name: n, from: "range(1, 60)"}]}
  move_on: {targets: [{name: n, from: [1, 2]}]}
  stick: {}
  mull: {}
  quit: {}
  again: {}
phases:
  main: {actions: [vow, never, dear, all, free, owe, shout, few, one, many, act_out, still, move_on, stick, mull, quit], use: [hand], clock: {seconds: 5, timeout: shout}}
  after: {actions: [vow, move_on, quit], clock: 7}
  stuck: {actions: [never, dear]}
  slow: {actions: [vow]}
after: [again]
windows:
  opening: {after: [begun], who: all, actions: [nod], use: [hand], answers: each, clock: 3}
  hold: {before: [free, all, use], actions: [nod], use: [hand], answers: one}
lua: |
  return {
    start = function() say("We meet.") emit("begun") end,
    closed_opening = function() vars.told = "open" end,
    do_vow = function() vars.told = "vow" .. player() end, do_never = function() end, do_dear = function() end,
    do_all = function() vars.told = "all" .. paid("gold") end, do_free = function() vars.told = "free" .. paid("gold") end,
    do_owe = function() vars.gold = -3 end,
    do_nod = function() vars.told = vars.told .. "nod" .. player() .. tostring(answered_by()) end,
    do_shout = function(_, n) vars.told = "shout" .. n emit("stung", n) end,
    do_few = function() ask("few", {from = {"a", "b", "c"}, min = 0, max = 3}) end,
    do_one = function() ask("one", {from = {"a", "b"}, skip = true}) end,
    do_many = function() ask("many", {from = range(1, 20), min = 4, max = 4, ordered = true, repeats = true}) end,
    chosen_few = function(_, list) vars.told = #list .. table.concat(list) .. tostring(next(list)) end,
    chosen_one = function(_, one) vars.told = tostring(one) end,
    chosen_many = function(_, list) vars.told = table.concat(list, " ") end,
    do_act_out = function(_, n) act("still", n) end,
    do_still = function(_, n) vars.told = "still" .. n if n > 1 then act("still", n - 1) end end,
    do_move_on = function(_, n) enter_phase(phase() == "main" and "after" or "main") end,
    enter_after = function() vars.told = tostring(used_on(1)) end,
    do_stick = function() enter_phase("stuck") end,
    do_mull = function() enter_phase("slow") end,
    do_quit = function() win() end,
    do_again = function() vars.told = "again" enter_phase("main") end,
    on_stung = function(_, n) vars.told = vars.told .. tostring(used_on(1)) if n == 2 then play(at("hand", 1)) vars.told = vars.told .. used_on(1) end end,
    on_over = function() end,
  }
---
{kind: card, id: wasp, name: Wasp, use: {}, lua: "return { use = function(self) vars.told = vars.told .. 'wasp' .. tostring(used_on(1)) move_to(self, 'nest') end }"}
---
{kind: card, id: bee, name: Bee, use: {cost: {gold: n}, targets: [{name: n, from: [1, 2]}]}, lua: "return { use = function(self, n) vars.told = 'bee' .. n .. paid('gold') .. used_on(1) end }"}
`

// quarrels holds what is typed into the game.
var quarrels = map[string]string{
	"opening":  `lua vars.told = "x"|load|nod|load|pass|where|clocks|pending|undo 9|vow|clocks|shout 1|clocks|undo 9|state`,
	"unopened": `where|clocks|pending|offers|legal|sample 3|vow|use wasp|seat 1 parse use h1|as 1 never|pass|undo 1|sample 4`,
	"holding":  `pass|pass|use bee 2|pending|pass|state|lua vars.gold = 3|free|pending|offers|legal|use wasp|nod|state|all|pending|pass|state|owe|all|pass|state|use bee 2|use bee 1|pending|pass|use h1|pending|pass|state`,
	"asking":   `pass|pass|few|choose done a|choose nothing a|choose a done b|choose a b c a|choose done|few|choose nothing|few|choose|few|choose c a|few|choose b done|one|choose nothing|one|choose done a|choose b|one|choose nothing nothing|choose done|state|many|legal 4|choose 1 2 3 4 5|choose 1 2 3|choose 4 3 3 1|state`,
	"acting":   `pass|pass|act_out 50|act_out 51|act_out 50|act_out 51|still 3|move_on 2|move_on 1|shout 2|shout 1|owe|shout 2|as 1 never|as 1 dear|as 1 shout|stick|sample 2|legal|offers|undo 1|quit|where|sample 2|legal|never|quit|again|where|quit|undo 1|state`,
}

// TestQuarrelTranscripts compares all answers to what is typed with golden
// files.
func TestQuarrelTranscripts(t *testing.T) { answers(t, "quarrel", quarrel, quarrels) }
