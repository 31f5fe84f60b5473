-- Cutpurse: each of its attacks also steals gold, if there is any.
return {
  on_player_hit = function(self, enemy)
    if enemy == self then
      change(vars, "gold", -math.min(self.theft, vars.gold))
    end
  end,
}
