-- Mana Draw: one more die to use; powered, a die set to a color and returned at once.

local source = require("source")

return {
  use = function(self, side, die, color)
    if side == "basic" then
      change(vars, "dice_left", self.dice)
    else
      source.draw_mana(die, color, self.mana)
    end
  end,
}
