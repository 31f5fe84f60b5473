-- expect: game/bounds
-- Less than the least.
return {
  do_go = function(self)
    change(vars, "mana", -1000)
  end,
}
