-- Shatter: a die is gone until the combat ends, and an enemy takes its value in damage.

local combat = require("combat")

return {
  use = function(self, die)
    local harm = die.value * self.multiplier
    if die.temporary then
      remove_die(die)
    else
      remove_die(die, "combat_ended")
    end
    combat.hit(combat.target(), harm)
  end,
}
