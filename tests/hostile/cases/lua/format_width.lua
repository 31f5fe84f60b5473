-- expect: script/runtime
-- A width that asks for a megabyte.
return {
  do_go = function(self)
    return string.format("%999999d", 1)
  end,
}
