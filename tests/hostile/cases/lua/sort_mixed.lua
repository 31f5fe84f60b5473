-- expect: script/runtime
-- Sorting values that cannot be compared.
return {
  do_go = function(self)
    table.sort({ 1, "x", {} })
  end,
}
