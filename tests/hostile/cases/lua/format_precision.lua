-- expect: script/runtime
-- A precision that asks for a megabyte.
return {
  do_go = function(self)
    return string.format("%.999999f", 1)
  end,
}
