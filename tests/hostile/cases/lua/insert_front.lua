-- expect: script/fuel
-- Moving a long list for each new item.
return {
  do_go = function(self)
    local t = {}
    while true do
      table.insert(t, 1, 1)
    end
  end,
}
