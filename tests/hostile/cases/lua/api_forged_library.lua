-- expect: script/arguments
-- Api forged library.
return {
  do_go = function(self)
    local die = string
    set_die_value(die, 3)
  end,
}
