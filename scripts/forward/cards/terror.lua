-- Terror: two bad ways out, and the player chooses. Each version of the card takes something else
-- besides hit points; the design asks which version is best.

local hero = require("hero")
local road = require("road")

-- The costs of each way out. The piece is the equipment to lose, if that was chosen.
local ways = {
  lux = function(self)
    change(vars, "lux", -self.toll)
  end,

  card = function()
    move_to(top("deck"), "discard")
  end,

  equipment = function(_, piece)
    move_to(piece, "discard")
  end,

  prism = function()
    for _, piece in each("equipment") do
      if piece.id == "empty_prism" then
        move_to(piece, "discard")
      end
    end
  end,
}

return {
  on_flipped = function(self, card)
    if card == self then
      enter_phase("dilemma")
    end
  end,

  use = function(self, way, piece)
    if way ~= "hp" then
      ways[way](self, piece)
    elseif not hero.hurt(self.harm) then
      return
    end
    road.finish(self)
  end,
}
