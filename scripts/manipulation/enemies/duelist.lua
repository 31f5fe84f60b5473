-- Duelist: each of its attacks hits harder than the one before.
return {
  on_player_hit = function(self, enemy)
    if enemy == self then
      change(self, "attack", self.growth)
    end
  end,
}
