-- expect: game/bounds
-- A number beyond those that a float represents exactly.
return {
  do_go = function(self)
    set(vars, "score", 2 ^ 53 + 2)
  end,
}
