-- expect: script/runtime
-- Text rep past int.
return {
  do_go = function(self)
    say(#("x"):rep(2 ^ 62))
  end,
}
