-- Salvage: a High Die scores as its sum times a multiplier.
-- It works until the turn ends, long after it was used, by leaving a copy of itself in the zone
-- `effects`; the copy changes the score.

local hands = require("hands")

return {
  use = function()
    if hands.best().id == "high_die" then
      add("salvage", "effects", "turn_ended")
    end
  end,

  modify_hand_score = function(self, _, hand)
    if hand.id == "high_die" then
      return sum("dice") * self.multiplier
    end
  end,
}
