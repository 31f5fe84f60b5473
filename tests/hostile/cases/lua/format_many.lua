-- expect: script/runtime
-- A format directive without a value.
return {
  do_go = function(self)
    return string.format("%d%d%d%d%d%d%d%d", 1)
  end,
}
