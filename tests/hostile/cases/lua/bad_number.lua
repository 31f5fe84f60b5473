-- expect: script/syntax
-- A number that is none.
return {
  do_go = function(self)
    return 0x
  end,
}
