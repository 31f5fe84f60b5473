-- expect: script/runtime
-- A directive without a value.
return {
  do_go = function(self)
    return string.format("%d%d%d%d%d%d%d%d", 1)
  end,
}
