-- expect: script/fuel
-- Comparing long texts again and again.
return {
  do_go = function(self)
    local a, b = ("x"):rep(4000) .. "a", ("x"):rep(4000) .. "b"
    while true do
      if a < b then
      end
    end
  end,
}
