-- Wild Draw: a Mana Draw with a random die.

local source = require("source")

return {
  use = function(self, side, color)
    local free = source.free()
    local die = #free > 0 and free[random("wild", 1, #free)] or nil
    source.draw_mana(die, color, self[side .. "_mana"])
  end,
}
