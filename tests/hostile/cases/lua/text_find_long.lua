-- expect: script/fuel
-- Searching a long string in an endless loop.
return {
  do_go = function(self)
    local s = ("a"):rep(4000)
    while true do string.find(s, "aaaaaaaaab") end
  end,
}
