-- expect: script/state
-- A table as a key, which counts across commands.
local reg = { [{ n = 0 }] = true }
return {
  do_go = function()
    for k in pairs(reg) do
      k.n = k.n + 1
      vars.score = k.n
    end
  end,
}
