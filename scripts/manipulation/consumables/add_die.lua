-- Add Die: one more die, already rolled, that is removed after scoring.
return {
  use = function()
    add_die("d6", "dice", "turn_ended")
  end,
}
