-- expect: script/syntax
-- ... in a function without variable arguments.
return {
  do_go = function(self)
    say(...)
  end,
}
