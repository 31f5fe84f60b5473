-- expect: game/bounds
-- NaN in a variable.
return {
  do_go = function(self)
    set(vars, "score", 0 / 0)
  end,
}
