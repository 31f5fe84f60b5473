-- The points drawn so far, and the risk of the next card.

local function snakes()
  return matching("drawn", "id", "snake")
end

local function worth()
  local points = 0
  for _, card in each("drawn") do
    points = points + card.data.points
  end
  return points
end

-- Returns the chance that the next card ends the round.
local function risk()
  if snakes() < game.bites - 1 or count("deck") == 0 then
    return 0
  end
  return matching("deck", "id", "snake") / count("deck")
end

return { risk = risk, snakes = snakes, worth = worth }
