-- expect: script/runtime
-- A comparator that fails.
return {
  do_go = function(self)
    table.sort({ 1, 2, 3 }, function()
      error("no")
    end)
  end,
}
