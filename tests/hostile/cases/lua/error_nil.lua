-- expect: script/runtime
-- An error that is a nil.
return {
  do_go = function(self)
    error(nil)
  end,
}
