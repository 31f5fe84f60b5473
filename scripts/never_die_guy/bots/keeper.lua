-- A policy for whole campaigns. A bot cannot change the game: `choose` returns what to do next,
-- as the name of an action and its targets.

local scoring = require("scoring")

-- Returns the highest die that is worth holding, if there is one.
local function worth_holding(least)
  local best
  for _, die in each("hand") do
    if not die.held and die.value >= least and (not best or die.value > best.value) then
      best = die
    end
  end
  return best
end

-- Reports whether another throw is likely to beat the values of the dice it would roll.
local function throw_promises_more()
  local shown, promised = 0, 0
  for _, die in each("hand") do
    if not die.held then
      shown = shown + die.value
      promised = promised + (die.sides + 1) / 2
    end
  end
  return shown < promised
end

local function wins_the_room()
  return vars.current_score + scoring.hand_score() >= vars.target_score
end

return {
  choose = function(self)
    if phase() == "reward" then
      return "take", pick("prizes", "offer")
    end
    if wins_the_room() then
      return "end_turn"
    end
    local die = worth_holding(self.hold_from)
    if die and vars.holds_remaining > 0 then
      return "toggle_hold", die
    end
    return throw_promises_more() and "throw" or "end_turn"
  end,
}
