-- expect: script/fuel
-- Keeping every long string that string.lower returns.
return {
  do_go = function()
    local t, n, s = {}, 0, ("X"):rep(4096)
    while true do
      n = n + 1
      t[n] = s:lower()
    end
  end,
}
