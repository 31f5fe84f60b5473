-- expect: script/arguments
-- Passing a library table where a die is expected.
return {
  do_go = function(self)
    local die = string
    set_die_value(die, 3)
  end,
}
