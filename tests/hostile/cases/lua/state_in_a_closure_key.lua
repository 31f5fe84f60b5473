-- expect: script/state
-- A closure as a key, which counts in a table that it captures.
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
