-- The map: how full regions are, and whose they are.

local function markers(region, player)
  return region["of_" .. player]
end

-- Returns how many markers more a region takes.
local function room(region)
  local left = game.region_size
  for player = 1, players() do
    left = left - markers(region, player)
  end
  return left
end

local function has_room()
  for _, region in each("regions") do
    if room(region) > 0 then
      return true
    end
  end
  return false
end

-- Returns who has more markers in a region than anyone else, or nil.
local function owner(region)
  local best, most = nil, 0
  for player = 1, players() do
    local own = markers(region, player)
    if own > most then
      best, most = player, own
    elseif own == most then
      best = nil
    end
  end
  return best
end

-- Returns the points that a player would score now.
local function lead(player)
  local points = 0
  for _, region in each("regions") do
    if owner(region) == player then
      points = points + region.data.points
    end
  end
  return points
end

return { has_room = has_room, lead = lead, owner = owner, room = room }
