-- expect: script/runtime
-- string.sub to infinity.
return {
  do_go = function(self)
    say(string.sub("abc", 1, math.huge))
  end,
}
