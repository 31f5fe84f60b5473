-- expect: script/runtime
-- next with a key that the table does not have.
return {
  do_go = function(self)
    say(tostring(next({}, "nowhere")))
  end,
}
