-- Caesura: a pause, and some lux. Lux above the maximum is lost.

local road = require("road")

return {
  on_flipped = function(self, card)
    if card == self then
      say(self.data.flavor)
      change(vars, "lux", self.gain)
      road.finish(self)
    end
  end,
}
