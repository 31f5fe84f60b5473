-- expect: script/fuel
-- Comparing long equal strings in an endless loop.
return {
  do_go = function(self)
    local a, b = ("x"):rep(4000) .. "a", ("x"):rep(4000) .. "a"
    while true do
      if a == b then end
    end
  end,
}
