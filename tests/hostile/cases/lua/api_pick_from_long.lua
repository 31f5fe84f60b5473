-- expect: script/fuel
-- Api pick from long.
return {
  do_go = function(self)
    local t = range(1, 1000)
    while true do pick("dice", t) end
  end,
}
