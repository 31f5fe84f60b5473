-- The rules of a run: what each action does and what happens on entering a phase.
-- Variables, zones, phases and so on are declared in content/manipulation/game.yaml.

local combat = require("combat")
local loot = require("loot")
local route = require("route")
local shop = require("shop")

return {
  start = function()
    route.advance()
  end,

  enter_roll = function()
    combat.start_turn()
  end,

  enter_reward = function()
    if route.at_end() then
      win("The House pays out. You walk away rich.")
    else
      loot.draw_offer()
    end
  end,

  -- Roll phase

  do_hold = function(_, die)
    if die.held then
      unhold_die(die)
    else
      hold_die(die)
    end
  end,

  do_reroll = function()
    roll_dice("dice")
    emit("rerolled")
  end,

  do_score = function()
    combat.score()
  end,

  do_aim = function(_, enemy)
    combat.aim(enemy)
  end,

  -- Reward

  do_take = function(_, prize)
    vars.after_discard = "travel"
    local settled = loot.take(prize)
    clear("offer")
    if settled then
      route.advance()
    end
  end,

  do_skip = function()
    clear("offer")
    route.advance()
  end,

  -- Inventory full

  do_discard = function(_, item)
    remove(item)
    loot.gain(top("waiting"))
    route.resume()
  end,

  do_decline = function()
    if vars.after_discard == "shop" then
      shop.take_back(top("waiting"))
    else
      clear("waiting")
    end
    route.resume()
  end,

  -- Shop and rest site

  do_buy = function(_, item)
    vars.after_discard = "shop"
    loot.gain(item)
  end,

  do_leave = function()
    clear("shop")
    route.advance()
  end,

  do_rest = function()
    change(vars, "hp", game.rest_heal)
    vars.after_discard = "travel"
    if not chance("rest", game.rest_find_chance) or loot.find("rest") then
      route.advance()
    end
  end,
}
