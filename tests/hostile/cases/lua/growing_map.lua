-- expect: script/fuel
-- A table with ever more keys.
return {
  do_go = function(self)
    local t, i = {}, 0
    while true do
      i = i + 1
      t["k" .. i] = i
    end
  end,
}
