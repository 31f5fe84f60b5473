-- expect: script/state
-- A closure that is a key, and counts in a table that it has captured.
local function counter()
  local t = { n = 0 }
  return function()
    t.n = t.n + 1
    return t.n
  end
end
local reg = { [counter()] = true }
return {
  do_go = function()
    for f in pairs(reg) do
      vars.score = f()
    end
  end,
}
