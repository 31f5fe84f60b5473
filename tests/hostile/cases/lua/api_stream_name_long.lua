-- expect: game/bounds
-- Api stream name long.
return {
  do_go = function(self)
    random(("x"):rep(4000), 1, 6)
  end,
}
