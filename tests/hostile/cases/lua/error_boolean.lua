-- expect: script/runtime
-- error() with a boolean.
return {
  do_go = function(self)
    error(false)
  end,
}
