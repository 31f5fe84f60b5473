-- What enemies do: their moves are data, and this carries them out.

local fight = require("fight")

-- Does what the move of an enemy says.
local function act(enemy)
  local move = move_of(enemy)
  if move.block then
    change(enemy, "block", move.block)
  end
  if move.damage then
    fight.hurt(move.damage + (move.flood or 0) * vars.tide)
  end
end

return { act = act }
