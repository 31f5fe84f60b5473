-- expect: script/runtime
-- %x of minus infinity.
return {
  do_go = function(self)
    say(string.format("%x", -math.huge))
  end,
}
