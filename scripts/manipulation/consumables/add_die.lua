-- Add Die: one more die, already rolled, that goes after scoring.
return {
  use = function()
    add_die("d6", "dice", "turn_ended")
  end,
}
