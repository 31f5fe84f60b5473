-- Echo: sets a die to the highest value on the table.
return {
  use = function(_, die)
    set_die_value(die, highest("dice"))
  end,
}
