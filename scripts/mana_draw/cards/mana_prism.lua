-- Mana Prism: turns mana into another color; powered, splits it into all colors.

local source = require("source")

return {
  use = function(self, side, old, new)
    if side == "basic" then
      source.gain(old, -1)
      source.gain(new, self.mana)
      return
    end
    for _, color in ipairs(game.data.colors) do
      source.gain(color, self.each)
    end
  end,
}
