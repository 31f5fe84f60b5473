-- expect: script/fuel
-- Entering a phase in an endless loop.
return {
  do_go = function(self)
    while true do enter_phase("play") end
  end,
}
