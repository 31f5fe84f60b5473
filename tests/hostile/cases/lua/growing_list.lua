-- expect: script/fuel
-- A list that grows without end.
return {
  do_go = function(self)
    local t = {}
    while true do
      t[#t + 1] = {}
    end
  end,
}
