-- expect: script/state
-- Sorting a library with table.sort.
return {
  do_go = function(self)
    local t = table
    t.sort(math)
  end,
}
