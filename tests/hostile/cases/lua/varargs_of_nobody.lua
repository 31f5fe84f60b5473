-- expect: script/syntax
-- The values of a function that takes none.
return {
  do_go = function(self)
    say(...)
  end,
}
