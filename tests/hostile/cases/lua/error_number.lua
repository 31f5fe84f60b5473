-- expect: script/runtime
-- error() with a number.
return {
  do_go = function(self)
    error(42)
  end,
}
