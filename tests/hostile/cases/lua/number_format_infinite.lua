-- expect: script/runtime
-- Number format infinite.
return {
  do_go = function(self)
    say(string.format("%x", -math.huge))
  end,
}
