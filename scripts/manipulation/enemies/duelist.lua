-- Duelist: each of its attacks hits harder than the previous one.
return {
  on_player_hit = function(self, enemy)
    if enemy == self then
      change(self, "attack", self.growth)
    end
  end,
}
