-- expect: script/runtime
-- All numbers there are.
return {
  do_go = function(self)
    return unpack({}, -2 ^ 53, 2 ^ 53)
  end,
}
