-- expect: script/runtime
-- Text sub infinite.
return {
  do_go = function(self)
    say(string.sub("abc", 1, math.huge))
  end,
}
