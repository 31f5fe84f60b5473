-- Transmute: a die has more faces until the turn ends, and is rolled at once.
return {
  use = function(self, die)
    unhold_die(die)
    set_die_sides(die, self.to_sides, "turn_ended")
    roll_die(die)
  end,
}
