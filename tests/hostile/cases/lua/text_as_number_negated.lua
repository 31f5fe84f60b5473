-- expect: script/fuel
-- Negating a long string of digits in an endless loop.
return {
  do_go = function(self)
    local s = "1." .. ("1"):rep(3500)
    while true do local n = -s end
  end,
}
