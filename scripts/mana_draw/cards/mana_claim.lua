-- Mana Claim: keeps a die, which does not count as used and so stays away when the turn ends.

local source = require("source")

return {
  use = function(self, side, die)
    source.take(die)
    source.gain(die.face, self[side .. "_mana"])
  end,
}
