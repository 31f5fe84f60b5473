-- expect: script/fuel
-- Adding to a string of four thousand digits, which is parsed each time.
return {
  do_go = function(self)
    local s = ("1"):rep(300) .. ("."):rep(1) .. ("1"):rep(3500)
    while true do local n = s + 1 end
  end,
}
