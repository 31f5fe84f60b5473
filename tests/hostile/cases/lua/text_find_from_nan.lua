-- expect: script/runtime
-- Text find from nan.
return {
  do_go = function(self)
    say(string.find("abc", "b", 0/0))
  end,
}
