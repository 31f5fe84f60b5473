-- expect: script/runtime
-- %d of 2^70 must not wrap around.
return {
  do_go = function(self)
    say(string.format("%d", 2 ^ 70))
  end,
}
