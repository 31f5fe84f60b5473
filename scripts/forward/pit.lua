-- The Pit: a number of successes before a number of failures. Both are parameters of the card.

local hero = require("hero")
local lux = require("lux")
local road = require("road")

-- Counts a failure, with its damage. The last one ends the Pit.
local function fail(card)
  if not hero.hurt(card.penalty) then
    return
  end
  if change(card, "failures", 1) < card.limit then
    enter_phase("pit")
  else
    road.finish(card)
  end
end

local function succeed(card)
  if change(card, "successes", 1) < card.goal then
    enter_phase("pit")
  else
    road.finish(card)
  end
end

-- Rolls. A failure counts at once, unless the player can pay for another roll.
local function roll(card)
  if roll_die(top("pit_dice"), "pit") >= card.target then
    succeed(card)
  elseif vars.lux >= game.reroll_cost and lux.is_full() and lux.is_free() then
    enter_phase("pit_failure")
  else
    fail(card)
  end
end

return { fail = fail, roll = roll }
