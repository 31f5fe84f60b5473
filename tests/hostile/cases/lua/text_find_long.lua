-- expect: script/fuel
-- Text find long.
return {
  do_go = function(self)
    local s = ("a"):rep(4000)
    while true do string.find(s, "aaaaaaaaab") end
  end,
}
