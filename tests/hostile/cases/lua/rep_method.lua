-- expect: script/runtime
-- string.rep called as a method, with a result of a gigabyte.
return {
  do_go = function(self)
    return ("x"):rep(1e9)
  end,
}
