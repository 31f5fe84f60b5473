-- expect: none
-- A text with a zero byte.
return {
  do_go = function(self)
    say("a\0b")
  end,
}
