-- expect: script/runtime
-- Arithmetic with a table.
return {
  do_go = function(self)
    return {} + 1
  end,
}
