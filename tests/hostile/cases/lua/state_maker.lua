-- expect: script/state
-- A counter across commands, made by another function.
local function counter()
  local n = 0
  return function()
    n = n + 1
    return n
  end
end
local count = counter()
return { do_go = count }
