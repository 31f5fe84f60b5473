-- The rules of a walk: what each action does.
-- Cards, zones, phases and the combat table are declared in content/forward/game.yaml.

local combat = require("combat")
local gear = require("gear")
local hero = require("hero")
local lux = require("lux")
local memory = require("memory")
local pit = require("pit")
local road = require("road")

return {
  start = function()
    road.change_deck()
    shuffle("deck")
    road.place_prism()
    draw("deck", "lineup", game.lineup_size)
    enter_phase("choose")
  end,

  -- Selection

  do_choose = function(_, card)
    road.step_to(card)
    say(card.name)
    if card.kind == "enemy" then
      combat.begin()
    elseif card.kind == "card" then
      emit("flipped", card) -- its own script knows what it does
    else
      gear.find(card)
    end
  end,

  do_peek = function(_, first, second)
    vars.peeked = true
    reveal(first)
    if second then
      reveal(second)
    end
    memory.note()
    enter_phase("peek")
  end,

  do_keep = function()
    road.put_back({})
  end,

  do_return_one = function(_, card)
    road.put_back({ card })
  end,

  do_return_two = function(_, first, second)
    road.put_back({ first, second })
  end,

  -- Any decision

  do_heal = function(self)
    hero.heal(lux.share(self.lux_heal))
  end,

  on_used = function(_, item)
    if item.kind == "consumable" then
      gear.used_up(item)
    end
  end,

  -- Combat

  do_strike = function(_, die)
    combat.strike(die)
  end,

  do_reroll = function(_, die)
    roll_die(die)
  end,

  -- Pit

  do_roll = function()
    pit.roll(top("encounter"))
  end,

  do_retry = function()
    pit.roll(top("encounter"))
  end,

  do_accept = function()
    pit.fail(top("encounter"))
  end,

  -- Equipment and items when the hands are full

  do_swap = function(_, old)
    gear.swap(old, top("encounter"))
  end,

  do_leave = function()
    road.finish(top("encounter"))
  end,
}
