-- expect: script/syntax
-- A text that never ends.
return {
  do_go = function(self)
    say("never
  end,
}
