-- expect: script/fuel
-- Changing a variable in an endless loop.
return {
  do_go = function(self)
    while true do vars.score = vars.score + 1 end
  end,
}
