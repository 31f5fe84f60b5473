-- Cutpurse: each of its attacks also takes gold, as far as there is some.
return {
  on_player_hit = function(self, enemy)
    if enemy == self then
      change(vars, "gold", -math.min(self.theft, vars.gold))
    end
  end,
}
