-- Echo: a die shows what the highest die shows.
return {
  use = function(_, die)
    set_die_value(die, highest("dice"))
  end,
}
