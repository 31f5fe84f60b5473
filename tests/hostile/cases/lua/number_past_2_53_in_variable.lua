-- expect: game/bounds
-- Number past 2 53 in variable.
return {
  do_go = function(self)
    vars.score = 2 ^ 53 + 2
  end,
}
