-- expect: script/fuel
-- Endless recursion in a condition.
return {
  do_go = function(self)
    local function again() return again() end
    if again() then end
  end,
}
