-- The policy behind the published figures. A bot only looks: `choose` returns what to do next, as
-- the name of an action and its targets, or "use" with an item and its targets.

local combat = require("combat")
local lux = require("lux")

local function can_spend_lux()
  return vars.lux > 0 and lux.is_free()
end

-- Returns the die that deals most against the enemy's roll; among equals, one that takes least.
local function best_die()
  local enemy_roll = top("enemy_dice").value
  local best, most, least
  for _, die in each("dice") do
    local dealt, taken = combat.exchange(die.value, enemy_roll)
    if not best or dealt > most or dealt == most and taken < least then
      best, most, least = die, dealt, taken
    end
  end
  return best
end

-- What it does in each phase. It never peeks.
local plans = {
  choose = function()
    return "choose", pick("cards", "lineup")
  end,

  combat = function()
    return "strike", best_die()
  end,

  pit = function()
    return "roll"
  end,

  pit_failure = function()
    if can_spend_lux() and lux.is_full() then
      return "retry"
    end
    return "accept"
  end,

  dilemma = function()
    local way = "hp"
    if can_spend_lux() then
      way = "lux"
    elseif game.terror_takes_card == 1 and count("deck") > 0 then
      way = "card"
    end
    return "use", top("encounter"), way
  end,

  swap = function()
    return "leave"
  end,
}

-- Where it heals first: before each card, exchange and roll against a Pit.
local heals_in = { choose = true, combat = true, pit = true }

return {
  choose = function(self)
    local now = phase()
    if heals_in[now] and vars.hp <= self.heal_at and can_spend_lux() then
      return "heal"
    end
    return plans[now]()
  end,
}
