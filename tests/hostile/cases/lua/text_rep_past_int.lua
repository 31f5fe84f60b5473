-- expect: script/runtime
-- string.rep with 2^62 repetitions.
return {
  do_go = function(self)
    say(#("x"):rep(2 ^ 62))
  end,
}
