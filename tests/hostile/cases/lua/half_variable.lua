-- expect: game/bounds
-- Half a point.
return {
  do_go = function(self)
    set(vars, "score", 0.5)
  end,
}
