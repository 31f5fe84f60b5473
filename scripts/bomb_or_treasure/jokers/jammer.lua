-- Jammer: makes a bomb less likely for some turns. It hears each flip before the flip takes
-- effect, so that the turn on which it is drawn does not count.
return {
  on_joker_drawn = function(self, joker)
    if joker == self then
      vars.jammer_turns = self.turns
    end
  end,

  on_flipped = function()
    if vars.jammer_turns > 0 then
      change(vars, "jammer_turns", -1)
    end
  end,

  modify_bomb_chance = function(self, probability)
    if vars.jammer_turns > 0 then
      return probability - self.less
    end
  end,
}
