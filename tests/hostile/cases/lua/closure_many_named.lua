-- expect: script/fuel
-- Making recursive local functions in an endless loop.
return {
  do_go = function(self)
    local all, i = {}, 0
    while true do
      i = i + 1
      local function again() return i and again end
      all[i] = again
    end
  end,
}
