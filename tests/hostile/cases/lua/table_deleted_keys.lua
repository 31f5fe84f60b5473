-- expect: script/fuel
-- Calling next on a table whose 50000 keys were deleted.
return {
  do_go = function(self)
    local t = {}
    for i = 1, 50000 do t["k" .. i] = 1 end
    for i = 1, 50000 do t["k" .. i] = nil end
    while true do next(t) end
  end,
}
