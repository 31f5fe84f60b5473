-- Mana Storm: a reroll that pays; powered, everything is rerolled.

local source = require("source")

return {
  use = function(self, side, die)
    if side == "basic" then
      source.gain(die.face, self.mana)
      source.roll(die)
      return
    end
    for _, free in ipairs(source.free()) do
      source.roll(free)
    end
    change(vars, "dice_left", self.dice)
  end,
}
