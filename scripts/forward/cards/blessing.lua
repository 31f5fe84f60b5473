-- Blessing: heals, and removes every curse.

local hero = require("hero")
local road = require("road")

return {
  on_flipped = function(self, card)
    if card == self then
      hero.heal(self.heal)
      for _, curse in each("curses") do
        move_to(curse, "discard")
      end
      road.finish(self)
    end
  end,
}
