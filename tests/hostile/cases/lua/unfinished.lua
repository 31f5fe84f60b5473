-- expect: script/syntax
-- A string that is never closed.
return {
  do_go = function(self)
    say("never
  end,
}
