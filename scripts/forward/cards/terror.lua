-- Terror: two bad ways out, and the player chooses.

local hero = require("hero")
local road = require("road")

return {
  on_flipped = function(self, card)
    if card == self then
      enter_phase("dilemma")
    end
  end,

  use = function(self, way)
    if way == "card" then
      move_to(top("deck"), "discard")
    elseif way == "lux" then
      change(vars, "lux", -self.toll)
    elseif not hero.hurt(self.harm) then
      return
    end
    road.finish(self)
  end,
}
