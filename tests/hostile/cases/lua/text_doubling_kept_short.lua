-- expect: script/fuel
-- Text doubling kept short.
return {
  do_go = function(self)
    local s = ("x"):rep(2000)
    while true do local t = s .. s end
  end,
}
