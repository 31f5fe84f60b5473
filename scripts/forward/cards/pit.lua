-- Pit: see pit.lua, which rolls against the card in the encounter.
return {
  on_flipped = function(self, card)
    if card == self then
      enter_phase("pit")
    end
  end,
}
