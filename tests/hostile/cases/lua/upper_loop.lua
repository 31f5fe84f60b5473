-- expect: script/fuel
-- Making long strings in an endless loop.
return {
  do_go = function(self)
    local s = ("x"):rep(4000)
    while true do
      s:upper()
    end
  end,
}
