-- expect: none
-- Fewer than no repetitions are none.
return {
  do_go = function(self)
    return string.rep("x", -1e9)
  end,
}
