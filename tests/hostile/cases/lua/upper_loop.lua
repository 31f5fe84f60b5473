-- expect: script/fuel
-- Making long texts in a loop.
return {
  do_go = function(self)
    local s = ("x"):rep(4000)
    while true do
      s:upper()
    end
  end,
}
