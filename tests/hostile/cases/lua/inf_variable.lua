-- expect: game/bounds
-- A variable without end.
return {
  do_go = function(self)
    set(vars, "score", 1 / 0)
  end,
}
