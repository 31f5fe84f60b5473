-- Waybread: healing without lux.

local hero = require("hero")

return {
  use = function(self)
    hero.heal(self.heal)
  end,
}
