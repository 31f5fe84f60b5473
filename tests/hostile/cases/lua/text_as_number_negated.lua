-- expect: script/fuel
-- Text as number negated.
return {
  do_go = function(self)
    local s = "1." .. ("1"):rep(3500)
    while true do local n = -s end
  end,
}
