-- expect: script/runtime
-- Arithmetic with a string that is not a number.
return {
  do_go = function(self)
    say("10x" + 1)
  end,
}
