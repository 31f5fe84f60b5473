-- Shatter: removes a die until the combat ends, and deals its value as damage to an enemy.

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
