-- expect: script/runtime
-- unpack with bounds of -2^53 and 2^53.
return {
  do_go = function(self)
    unpack({}, -2 ^ 53, 2 ^ 53)
  end,
}
