-- expect: none
-- A comparator that removes items from the list.
return {
  do_go = function(self)
    local t = {5, 4, 3, 2, 1}
    table.sort(t, function(a, b)
      table.remove(t)
      return a < b
    end)
    say("left " .. #t)
  end,
}
