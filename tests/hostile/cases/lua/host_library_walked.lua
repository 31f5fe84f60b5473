-- expect: none
-- Host library walked.
return {
  do_go = function(self)
    local names = {}
    for name in pairs(string) do table.insert(names, name) end
    table.sort(names)
    say(table.concat(names, " "))
  end,
}
