-- expect: script/runtime
-- string.find from position NaN.
return {
  do_go = function(self)
    say(string.find("abc", "b", 0/0))
  end,
}
