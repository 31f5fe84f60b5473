-- expect: none
-- Iterating over a library.
return {
  do_go = function(self)
    local names = {}
    for name in pairs(string) do table.insert(names, name) end
    table.sort(names)
    say(table.concat(names, " "))
  end,
}
