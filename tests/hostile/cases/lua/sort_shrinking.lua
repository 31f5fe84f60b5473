-- expect: none
-- A comparator that empties the list.
return {
  do_go = function(self)
    local t = { 3, 1, 2, 5, 4 }
    table.sort(t, function(a, b)
      table.remove(t)
      return (a or 0) < (b or 0)
    end)
  end,
}
