-- The rules of <<.Name>>. The game itself is declared in content/<<.Pack>>/game.yaml.

local map = require("map")

-- Scores the regions and ends the game.
local function finish()
  for _, region in each("regions") do
    local owner = map.owner(region)
    if owner then
      set_player(owner)
      change(vars, "points", region.data.points)
    end
  end
  local best, most, shared
  for player = 1, players() do
    local points = var_of(player, "points")
    shared = shared and points <= most or points == most
    if not most or points > most then
      best, most = player, points
    end
  end
  if shared then
    win("Nobody holds more than all others.")
  else
    win("Player " .. best .. " holds most.")
  end
end

-- Returns the next player with markers left, or nil.
local function next_player()
  for step = 1, players() do
    local player = (player() - 1 + step) % players() + 1
    if var_of(player, "markers") > 0 then
      return player
    end
  end
end

return {
  do_place = function(_, region)
    change(region, "of_" .. player(), 1)
    local next = next_player()
    if next and map.has_room() then
      set_player(next)
    else
      finish()
    end
  end,
}
