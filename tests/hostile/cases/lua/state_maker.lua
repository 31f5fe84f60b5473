-- expect: script/state
-- The same by a counter that another function made.
local function counter()
  local n = 0
  return function()
    n = n + 1
    return n
  end
end
local count = counter()
return { do_go = count }
