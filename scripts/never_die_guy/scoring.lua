-- What a hand is worth. Dice that were not thrown count 0, since they show 0.

local globe = require("globe")

-- Returns the element that most dice of the hand share, and how many do.
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

-- Returns the element of a combo and its size, or nothing: combos are switched on by a parameter.
local function combo()
  if game.element_combos == 1 then
    local element, size = best_element()
    if size >= game.combo_size then
      return element, size
    end
  end
end

-- Returns the points of the dice and of a combo.
local function base_score()
  local points = sum("hand", "value") * game.score_factor
  local element, size = combo()
  if element then
    points = points + modify("combo_bonus", game.combo_bonus, element, size)
  end
  return points
end

-- Returns what the hand scores more because this domain faces the player.
local function angle_bonus()
  return globe.bonus(base_score())
end

-- Returns what the hand would score as it shows.
local function hand_score()
  local points = base_score()
  return modify("hand_score", points + globe.bonus(points))
end

-- Adds what the hand scores, and returns it.
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
