-- expect: script/runtime
-- Must not wrap round.
return {
  do_go = function(self)
    say(string.format("%d", 2 ^ 70))
  end,
}
