-- expect: script/fuel
-- Text to number often.
return {
  do_go = function(self)
    local s = "1." .. ("1"):rep(3500)
    while true do tonumber(s) end
  end,
}
