-- expect: script/fuel
-- ipairs over a list that grows in each iteration.
return {
  do_go = function(self)
    local t = {1}
    for i in ipairs(t) do
      table.insert(t, i)
    end
  end,
}
