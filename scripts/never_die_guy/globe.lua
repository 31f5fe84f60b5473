-- The globe: the domains lie around it at equal angles, and some of them face the player. All of
-- it does nothing unless the parameter angle_bonuses switches it on.

-- Returns the angle between a domain and the front of the globe, from 0 to 180 degrees.
local function angle(domain)
  local apart = math.abs(domain - vars.front) % game.domains
  return math.min(apart, game.domains - apart) * 360 / game.domains
end

local function faces(domain)
  return angle(domain) <= game.facing_angle
end

-- Turns the globe so that the next domain (step 1) or the one before (step -1) is in front.
local function turn(step)
  vars.front = (vars.front - 1 + step) % game.domains + 1
end

-- Returns the extra points of a hand with so many points in this room's domain.
local function bonus(points)
  if game.angle_bonuses == 1 and faces(vars.domain_id) then
    return points * modify("angle_bonus", game.angle_bonus, vars.domain_id)
  end
  return 0
end

-- Returns in words which domains face the player.
local function facing()
  local list = {}
  for domain = 1, game.domains do
    if faces(domain) then
      list[#list + 1] = domain
    end
  end
  return table.concat(list, ", ")
end

return { bonus = bonus, facing = facing, turn = turn }
