-- Set Die: sets a die to the face that the player chose.
return {
  use = function(_, die, value)
    set_die_value(die, value)
  end,
}
