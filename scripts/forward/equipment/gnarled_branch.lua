-- Gnarled Branch: changes one face of the combat table for the player.
return {
  modify_result = function(self, _, roll)
    if roll == self.roll then
      return self.data.becomes
    end
  end,
}
