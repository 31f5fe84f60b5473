-- expect: game/bounds
-- A random stream with a name of 4000 characters.
return {
  do_go = function(self)
    random(("x"):rep(4000), 1, 6)
  end,
}
