-- expect: script/fuel
-- Keeping every string that string.format returns.
return {
  do_go = function()
    local t, n, s = {}, 0, ("x"):rep(4000)
    while true do
      n = n + 1
      t[n] = string.format("%q", s)
    end
  end,
}
