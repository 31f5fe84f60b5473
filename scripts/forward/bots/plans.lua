-- Code that the bots of this game share: the policy behind the published figures (rulings,
-- forward 7).
-- A bot cannot change the game: it returns what to do next, as the name of an action and its
-- targets, or "use" with an item and its targets.

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

-- Returns the way out of a Terror that costs no hit points, if there is one.
local function way_out(card)
  if card.id == "greedy_terror" then
    return count("equipment") > 0 and "equipment"
  elseif card.id == "dark_terror" then
    return matching("equipment", "id", "empty_prism") > 0 and "prism"
  elseif can_spend_lux() then
    return "lux"
  end
  return game.terror_takes_card == 1 and count("deck") > 0 and "card"
end

-- Returns the equipment to give up: the Branch rather than the Prism.
local function least_equipment()
  for _, piece in each("equipment") do
    if piece.id ~= "empty_prism" then
      return piece
    end
  end
  return top("equipment")
end

-- What to do in each phase.
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
    local card = top("encounter")
    local way = way_out(card) or "hp"
    if way == "equipment" then
      return "use", card, way, least_equipment()
    end
    return "use", card, way
  end,

  swap = function()
    return "leave"
  end,
}

-- Phases in which a bot heals first: before each card, exchange and roll against a Pit.
local heals_in = { choose = true, combat = true, pit = true }

return { can_spend_lux = can_spend_lux, heals_in = heals_in, plans = plans }
