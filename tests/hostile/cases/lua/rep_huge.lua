-- expect: script/runtime
-- A text of a gigabyte.
return {
  do_go = function(self)
    return string.rep("x", 1e9)
  end,
}
