-- Mana Draw: one more die to use; powered, a die set to a color and returned at once.

local effects = require("effects")

return {
  use = function(self, side, die, color)
    if side == "basic" then
      change(vars, "dice_left", self.dice)
    else
      effects.mana_draw_set_color(die, color, self.mana)
    end
  end,
}
