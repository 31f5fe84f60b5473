-- expect: script/runtime
-- Unpacking from -2^53 to 2^53.
return {
  do_go = function(self)
    return unpack({}, -2 ^ 53, 2 ^ 53)
  end,
}
