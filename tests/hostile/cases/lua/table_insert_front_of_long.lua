-- expect: script/fuel
-- Inserting at the front of a list of 50000 items in an endless loop.
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
