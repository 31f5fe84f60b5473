-- The score of a hand. Dice that were not thrown count 0, since they show 0.

local globe = require("globe")

-- Returns the element that most dice of the hand share, and the number of these dice.
local function best_element()
  local seen = {}
  local best, most
  for _, die in each("hand") do
    local element = die.element
    if die.value > 0 and element ~= "none" then
      seen[element] = (seen[element] or 0) + 1
      if not most or seen[element] > most then
        best, most = element, seen[element]
      end
    end
  end
  return best, most or 0
end

-- Returns the element of a combo and its size, or nothing: a parameter switches combos on.
local function combo()
  if game.element_combos == 1 then
    local element, size = best_element()
    if size >= game.combo_size then
      return element, size
    end
  end
end

-- Returns the points for the dice and for a combo.
local function base_score()
  local points = sum("hand", "value") * game.score_factor
  local element, size = combo()
  if element then
    points = points + modify("combo_bonus", game.combo_bonus, element, size)
  end
  return points
end

-- Returns the hand's extra points if this domain faces the player.
local function angle_bonus()
  return globe.bonus(base_score())
end

-- Returns the points that the hand would score now.
local function hand_score()
  local points = base_score()
  return modify("hand_score", points + globe.bonus(points))
end

-- Adds the hand's points to the score, and returns them.
local function score()
  local element, size = combo()
  if element then
    emit("combo", element, size)
  end
  local points = hand_score()
  change(vars, "current_score", points)
  return points
end

return { angle_bonus = angle_bonus, hand_score = hand_score, score = score }
