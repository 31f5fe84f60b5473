-- expect: game/bounds
-- Infinity in a variable.
return {
  do_go = function(self)
    set(vars, "score", 1 / 0)
  end,
}
