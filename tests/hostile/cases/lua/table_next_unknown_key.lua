-- expect: script/runtime
-- Table next unknown key.
return {
  do_go = function(self)
    say(tostring(next({}, "nowhere")))
  end,
}
