-- expect: script/runtime
-- The same as a method.
return {
  do_go = function(self)
    return ("x"):rep(1e9)
  end,
}
