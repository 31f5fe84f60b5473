-- expect: script/fuel
-- Api warn without end.
return {
  do_go = function(self)
    while true do warn("x") end
  end,
}
