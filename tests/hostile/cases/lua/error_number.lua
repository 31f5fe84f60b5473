-- expect: script/runtime
-- An error that is a number.
return {
  do_go = function(self)
    error(42)
  end,
}
