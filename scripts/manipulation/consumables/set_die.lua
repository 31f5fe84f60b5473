-- Set Die: a die shows the face the player chose.
return {
  use = function(_, die, value)
    set_die_value(die, value)
  end,
}
