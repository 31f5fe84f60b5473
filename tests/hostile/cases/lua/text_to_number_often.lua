-- expect: script/fuel
-- Parsing a long number in an endless loop.
return {
  do_go = function(self)
    local s = "1." .. ("1"):rep(3500)
    while true do tonumber(s) end
  end,
}
