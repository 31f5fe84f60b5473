-- Croupier: a hand scored twice in a row is worth less against it.
return {
  modify_score_damage = function(self, harm, enemy, hand)
    if enemy == self and hand.id == vars.last_hand then
      return harm * self.repeat_share
    end
  end,
}
