-- The House: below half its hit points it raises the stakes, once.
return {
  on_enemy_hit = function(self, enemy)
    if enemy == self and not self.enraged and self.hp * 2 <= self.max_hp then
      self.enraged = true
      change(self, "attack", self.raise)
      say("The House raises the stakes!")
    end
  end,
}
