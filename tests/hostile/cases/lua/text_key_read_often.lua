-- expect: script/fuel
-- Looking up a long key reads all of it.
return {
  do_go = function(self)
    local a, t = ("x"):rep(4000) .. "a", {}
    t[("x"):rep(4000) .. "a"] = 1
    while true do local n = t[a] end
  end,
}
