-- expect: script/runtime
-- A hundred million values at once.
return {
  do_go = function(self)
    return unpack({}, 1, 1e8)
  end,
}
