-- expect: script/fuel
-- Picking from a long list in an endless loop.
return {
  do_go = function(self)
    local t = range(1, 1000)
    while true do pick("dice", t) end
  end,
}
