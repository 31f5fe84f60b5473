-- expect: script/fuel
-- Each + would read eight thousand digits.
return {
  do_go = function(self)
    local s = ("1"):rep(300) .. ("."):rep(1) .. ("1"):rep(7000)
    while true do local n = s + 1 end
  end,
}
