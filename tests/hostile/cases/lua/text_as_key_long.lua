-- expect: script/fuel
-- Writing a long key in an endless loop.
return {
  do_go = function(self)
    local a, t = ("x"):rep(4000), {}
    while true do t[a] = 1 end
  end,
}
