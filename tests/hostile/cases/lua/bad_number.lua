-- expect: script/syntax
-- A malformed number.
return {
  do_go = function(self)
    return 0x
  end,
}
