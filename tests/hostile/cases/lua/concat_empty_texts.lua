-- expect: script/fuel
-- Joining a long list of empty strings again and again, with an empty result.
return {
  do_go = function()
    local t = {}
    for i = 1, 100000 do
      t[i] = ""
    end
    while true do
      table.concat(t)
    end
  end,
}
