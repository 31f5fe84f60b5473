-- Transmute: gives a die more faces until the turn ends, and rolls it at once.
return {
  use = function(self, die)
    unhold_die(die)
    set_die_sides(die, self.to_sides, "turn_ended")
    roll_die(die)
  end,
}
