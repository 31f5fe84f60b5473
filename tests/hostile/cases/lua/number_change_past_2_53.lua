-- expect: game/bounds
-- Changing a variable to more than 2^53.
return {
  do_go = function(self)
    vars.score = 2 ^ 53 - 1
    change(vars, "score", 2 ^ 53 - 1)
  end,
}
