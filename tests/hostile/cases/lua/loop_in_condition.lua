-- expect: script/fuel
-- Loop in condition.
return {
  do_go = function(self)
    local function again() return again() end
    if again() then end
  end,
}
