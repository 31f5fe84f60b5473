-- expect: script/fuel
-- Api say long without end.
return {
  do_go = function(self)
    local s = ("x"):rep(4000)
    while true do say(s) end
  end,
}
