-- Jammer: a bomb is less likely for some turns. It listens to each flip before the flip brings
-- anything, so that the turn on which it is drawn does not count.

local jokers = require("jokers")

return {
  on_joker_drawn = function(self, joker)
    if joker == self then
      jokers.keep(self).charges = self.turns
    end
  end,

  on_flipped = function(self)
    jokers.spend(self)
  end,

  modify_bomb_chance = function(self, probability)
    return probability - self.less
  end,
}
