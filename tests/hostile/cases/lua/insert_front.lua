-- expect: script/fuel
-- Inserting at the front of a long list, which moves every item.
return {
  do_go = function(self)
    local t = {}
    while true do
      table.insert(t, 1, 1)
    end
  end,
}
