-- expect: game/bounds
-- A number beyond 2^53 in a variable.
return {
  do_go = function(self)
    vars.score = 2 ^ 53 + 2
  end,
}
