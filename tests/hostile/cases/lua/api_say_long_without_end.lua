-- expect: script/fuel
-- Saying a long text in an endless loop.
return {
  do_go = function(self)
    local s = ("x"):rep(4000)
    while true do say(s) end
  end,
}
