-- Terror: two bad ways out, and the player chooses. What it takes besides hit points is a matter
-- of the card; the design asks which is best.

local hero = require("hero")
local road = require("road")

-- What each way out costs. The piece is the equipment to lose, when that was chosen.
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
