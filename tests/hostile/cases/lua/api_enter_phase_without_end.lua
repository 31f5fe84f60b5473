-- expect: script/fuel
-- Api enter phase without end.
return {
  do_go = function(self)
    while true do enter_phase("play") end
  end,
}
