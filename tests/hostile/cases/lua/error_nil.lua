-- expect: script/runtime
-- error() with nil.
return {
  do_go = function(self)
    error(nil)
  end,
}
