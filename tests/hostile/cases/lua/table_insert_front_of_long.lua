-- expect: script/fuel
-- Table insert front of long.
return {
  do_go = function(self)
    local t = {}
    for i = 1, 50000 do t[i] = i end
    while true do
      table.insert(t, 1, 1)
      table.remove(t, 1)
    end
  end,
}
