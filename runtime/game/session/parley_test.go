package session_test

// parley is a game of three players with reactions of every sort, also to
// reactions, clocks, actions that hooks have performed, items that hooks play,
// and questions of every sort, also while all choose.
const parley = `
kind: game
id: parley
players: {min: 3, max: 3}
variables:
  mana: {start: 6, min: 0, max: 9, clamp: true, per: player, name: Mana}
  hp: {start: 9, min: 0, per: player}
  guess: {start: 0, min: 0, max: 3, per: player, visible: owner}
  heard: {start: "", show: false}
  turns: {start: 0, min: 0}
zones:
  hand: {of: card, label: h, per: player, visible: owner, listens: true, start: [bolt, denial, gift, ward, chain]}
  deck: {of: card, label: k, visible: none, start: [{bolt: 2}, {denial: 2}, gift, {ward: 2}, chain]}
  pile: {of: card, label: p}
  pouch: {of: consumable, label: t, per: player, single_use: true, start: [stone, stone]}
  dice: {of: die, label: d, start: [d6, fate]}
events: {turn_ended: {}, hit: {args: [victim, amount]}, drawn: {args: [card]}}
values: {harm: {args: [victim]}}
actions:
  end_turn: {name: End turn, text: "Leaves {=vars.mana} mana."}
  strike: {cost: {mana: 1}, targets: [{name: victim, from: "range(1, players())", where: victim ~= player(), else: Not yourself}, {name: how, from: [hard, soft], when: "vars.mana > 3", labels: {hard: Very hard}, prompt: "How hard?", state: STRIKING}]}
  spend: {cost: {mana: x}, requires: [{that: vars.mana > 0, else: No mana.}], warning: {when: vars.mana > 4, text: That is much.}}
  dodge: {cost: {mana: 1}}
  stand: {targets: [{name: n, from: [1, 2], auto: true}]}
  offer: {targets: [{name: n, from: [0, 1, 2, 3]}]}
  ponder: {}
  surrender: {}
  flinch: {targets: [{name: n, from: [1, 2]}]}
  mumble: {targets: [{name: n, from: [1, 2], title: 'error("no title")'}]}
  stammer: {targets: [{name: n, from: [1, 2], labels: {"1": One}}, {name: m, from: [3], auto: true, where: 'n == 1 or error("no " .. n)'}]}
  again: {}
phases:
  turn: {prompt: Your turn., actions: [end_turn, strike, spend, ponder, surrender], use: [hand, pouch], clock: {seconds: 5.5, timeout: strike}}
  bidding: {together: vars.hp > 1, actions: [offer, ponder], clock: 20}
  slow: {actions: [end_turn, mumble, stammer], clock: 60}
after: [again]
windows:
  counter: {before: [use], use: [hand], answers: one, depth: 2, pass_until: turn_ended, clock: 10, prompt: "Counter it?"}
  parry: {before: [strike, spend], when: "vars.turns > 1", who: all, actions: [stand, dodge], answers: each}
  wound: {after: [hit], who: "player() == answered(1)", actions: [dodge, flinch], use: [hand], skip: true, answers: any}
views:
  most: {value: "math.max(var_of(1, 'mana'), var_of(2, 'mana'))"}
  own: {value: vars.mana}
  hidden: {value: vars.guess}
metrics: {length: {value: vars.turns}, left: {value: vars.hp, of: won}}
winner: vars.turns % 4
heuristic: vars.hp + vars.mana / 2
lua: |
  local function hear(what) vars.heard = what .. player() .. " " end
  return {
    start = function() roll_dice("dice") shuffle("deck") end,
    imagine = function()
      if vars.turns == 2 then vars.heard = "seen" elseif vars.turns == 3 then error("nothing to imagine") end
      for p = 1, players() do if p ~= player() then set_var_of(p, "guess", random("dream", 0, 3)) end end
    end,
    do_flinch = function(_, n) hear("flinch" .. n) end,
    do_mumble = function() end,
    do_stammer = function() end,
    do_end_turn = function()
      emit("turn_ended")
      vars.turns = vars.turns + 1
      vars.mana = vars.mana + 2
      if count("deck") > 0 then emit("drawn", top("deck")) draw("deck", "hand") end
      set_player(player() % players() + 1)
      if vars.turns % 3 == 0 then enter_phase("bidding") elseif phase() == "slow" then enter_phase("turn") end
    end,
    do_strike = function(_, victim, how) say("Player " .. player() .. " strikes " .. victim .. ".") emit("hit", victim, how == "hard" and 2 or 1) end,
    do_spend = function() hear("spent" .. paid("mana")) vars.mana = 3 tell(player(), "You have 3 left.") end,
    do_dodge = function() cancel() hear("dodge") end,
    do_stand = function(_, n) hear(window() .. tostring(answered(1)) .. tostring(answered_by()) .. n) end,
    do_offer = function(_, n) vars.guess = n if n == 3 then ask("sure", {from = {"yes", "no"}, secret = true}) end end,
    chosen_sure = function(_, word) if word == "no" then vars.guess = 0 end end,
    do_ponder = function()
      ask("keep", {from = "hand", min = 1, max = 2, prompt = "Keep which?", with = {top("deck")}})
      ask("mood", {from = {"calm", "wild", "sad"}, count = 2, ordered = true, repeats = vars.turns > 2, player = player() % players() + 1})
      ask("rest", {from = "pile", skip = true})
    end,
    chosen_keep = function(_, cards, first) hear("kept" .. #cards .. (first and first.id or "none")) end,
    chosen_mood = function(_, moods) hear(table.concat(moods)) if moods[1] == moods[2] then ask("rest", {from = {1}, auto = true}) end end,
    chosen_rest = function(_, what) if what and what ~= 1 then move_to(what, "deck") end end,
    do_surrender = function() if vars.turns > 2 then lose("Enough.") else refuse("Not yet.") end end,
    do_again = function() vars.turns = 0 vars.hp = 9 enter_phase("turn") end,
    resolve_bidding = function()
      for p = 1, players() do if var_of(p, "guess") > 2 then hear("high") end end
      if vars.turns > 3 then win("Over.") else enter_phase("slow") end
    end,
    timeout_slow = function() hear("late") enter_phase("turn") end,
    closed_wound = function(_, victim, amount) set_var_of(victim, "hp", math.max(0, var_of(victim, "hp") - modify("harm", amount, victim))) end,
    on_used = function(_, item) if item.kind == "card" and in_play(item) then move_to(item, "pile") end end,
  }
---
{kind: card, id: bolt, name: Bolt, use: {cost: {mana: 2}, targets: [{name: victim, from: [1, 2, 3]}]}, lua: "return { use = function(_, victim) emit('hit', victim, 3) end }"}
---
{kind: card, id: denial, name: Denial, text: "You have {=vars.mana}.", use: {cost: {mana: 1}, during: [counter]}, lua: "return { use = function(self) vars.heard = 'deny' .. answered_by() cancel() end }"}
---
{kind: card, id: gift, name: Gift, use: {targets: [{name: card, from: hand, where: card ~= self, else: Not itself, secret: true}]}, lua: "return { use = function(self, card) move_to(card, 'hand@' .. player() % players() + 1) act('spend') end }"}
---
{kind: card, id: ward, name: Ward, priority: 2, use: {secret: turn_ended}, lua: "return { use = function(self) vars.hp = vars.hp + 1 end, on_hit = function(self, victim) vars.heard = self.zone .. victim end, modify_harm = function(self, x) return x - 1 end }"}
---
kind: card
id: chain
name: Chain
use: {during: [turn, counter, wound], targets: [{name: stone, from: pouch, auto: true, none: No stones}]}
lua: |
  return {
    use = function(self, stone)
      local aim, aims = used_on(1).zone, targets_for(stone)
      local ok, why = play(stone, 1)
      local free = play_free(at("hand", 1), 2)
      vars.heard = #aims .. tostring(ok) .. tostring(why) .. tostring(free) .. paid("mana") .. aim
    end,
    on_drawn = function(self, card) vars.heard = "drawn" .. tostring(card == self) end,
  }
---
{kind: consumable, id: stone, name: Stone, use: {cost: {mana: n}, targets: [{name: n, from: [1, 2]}]}, lua: "return { use = function(self, n) nudge_die(at('dice', 1), n) vars.heard = 'stone' .. paid('mana') end }"}
---
{kind: die, id: d6, sides: 6}
---
{kind: die, id: fate, faces: [sword, rope, moon]}
---
{kind: bot, id: bold, lua: "return { choose = function() if window() then if answered(1) ~= nil or answered() == 'gift' then return 'pass' end return 'pass_always' end if phase() == 'bidding' then return 'offer', 2 end return 'end_turn' end, answer = function() return choices()[1], choices()[2] end }"}
---
{kind: bot, id: keen, lua: "return { choose = function() return 'use', at('hand', 1), 'stone' end, answer = function() return 'calm', 'wild' end }"}
`
