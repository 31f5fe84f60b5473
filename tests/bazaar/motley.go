package bazaar

// Motley is a game named auction. It has entities that cannot be turned up,
// commands with many targets and with options that are not allowed, items used
// in secret that others may react to, references to removed entities, and
// questions in a phase in which all choose.
const Motley = `
kind: game
id: auction
players: {min: 2, max: 2}
variables:
  aim: {type: entity}
  mine: {type: entity, per: player, visible: owner}
  mark: {start: 0, min: 0, max: 99, per: player, visible: owner}
  turns: {start: 0, min: 0}
zones:
  bag: {of: relic, label: b, per: player, visible: owner, start: [idol, lamp]}
  den: {of: relic, label: e, visible: none, start: [idol, lamp, idol]}
  porch: {of: relic, label: w, start: [lamp]}
  hand: {of: card, label: h, per: player, visible: owner, start: [ruby, jade, opal, jade]}
  deck: {of: card, label: k, visible: none, start: [{ruby: 3}, {jade: 3}, {opal: 3}]}
  pile: {of: card, label: p}
properties:
  relic: {rust: {start: 1, visible: owner}}
events: {opened: {}}
actions:
  spread: {targets: [{name: a, from: [1, 2]}, {name: b, from: [1, 2]}, {name: c, from: [1, 2]}, {name: d, from: [1, 2]}, {name: e, from: [1, 2]}]}
  choose: {targets: [{name: card, from: hand, where: 'card.id ~= "ruby"', else: Not a ruby.}, {name: other, from: pile, when: 'count("pile") > 0'}]}
  drop: {targets: [{name: card, from: hand}]}
  fetch: {}
  oil: {targets: [{name: relic, from: bag}]}
  lend: {targets: [{name: relic, from: bag, secret: true}]}
phases:
  play: {actions: [spread, choose, drop, fetch, oil, lend], use: [hand]}
  vote: {together: true, actions: [spread, choose, fetch]}
windows:
  answer: {before: [use], use: [hand], answers: any}
lua: |
  local function over()
    vars.turns = vars.turns + 1
    if vars.turns % 5 == 4 then emit("opened") end
    if phase() == "play" and vars.turns % 7 == 6 then enter_phase("vote") end
    if phase() == "play" then set_player(player() % players() + 1) end
  end
  return {
    do_spread = function(_, a, b, c, d, e) vars.mark = a + b + c + d + e over() end,
    do_choose = function(_, card) vars.aim = card vars.mine = card move_to(card, "pile") over() end,
    do_drop = function(_, card) vars.aim = card remove(card) over() end,
    do_fetch = function()
      if phase() == "vote" then ask("what", {from = all("hand"), secret = true, revealed_by = "opened"}) return end
      move_to(at("den", 1), "bag") move_to(at("bag", 1), "den") draw("deck", "hand") over()
    end,
    chosen_what = function(_, card) vars.mine = card end,
    do_oil = function(_, relic) relic.rust = relic.rust + 1 move_to(relic, "porch") relic.rust = relic.rust + 1 move_to(relic, "bag") over() end,
    do_lend = function(_, relic) move_to(relic, "den") over() end,
    on_used = function(_, card) --[[used]] if window() == nil then over() end end,
    resolve_vote = function() enter_phase("play") end,
  }
---
{kind: relic, id: idol, name: Idol}
---
{kind: relic, id: lamp, name: Lamp}
---
{kind: card, id: ruby, name: Ruby}
---
{kind: card, id: jade, name: Jade, use: {secret: true, targets: [{name: relic, from: bag}]}, lua: "return { use = function(self, relic) vars.mark = vars.mark + 1 move_to(self, 'deck') shuffle('deck', 'deal') draw('deck', 'hand') end }"}
---
{kind: card, id: opal, name: Opal, use: {secret: opened, during: [answer]}, lua: "return { use = function(self) vars.mark = vars.mark + 3 move_to(self, 'deck') shuffle('deck', 'deal') draw('deck', 'hand') end }"}
`
