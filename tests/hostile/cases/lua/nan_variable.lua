-- expect: game/bounds
-- A variable that is no number.
return {
  do_go = function(self)
    set(vars, "score", 0 / 0)
  end,
}
