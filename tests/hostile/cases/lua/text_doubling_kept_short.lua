-- expect: script/fuel
-- Making long strings in an endless loop without keeping them.
return {
  do_go = function(self)
    local s = ("x"):rep(2000)
    while true do local t = s .. s end
  end,
}
