-- expect: script/runtime
-- An error that is a boolean.
return {
  do_go = function(self)
    error(false)
  end,
}
