-- expect: none
-- A string with a NUL byte.
return {
  do_go = function(self)
    say("a\0b")
  end,
}
