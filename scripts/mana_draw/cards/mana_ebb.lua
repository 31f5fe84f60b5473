-- Mana Ebb: takes mana of one color from all other players.

local source = require("source")

-- Takes mana from a player and returns the amount.
local function drain(n, color, amount)
  local had = var_of(n, color)
  local lost = math.min(had, amount)
  set_var_of(n, color, had - lost)
  return lost
end

return {
  use = function(self, side, color)
    local total = 0
    for n = 1, players() do
      if n ~= player() then
        total = total + drain(n, color, self.mana)
      end
    end
    if side == "powered" then
      source.gain(color, total)
    end
  end,
}
