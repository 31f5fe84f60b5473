-- expect: script/fuel
-- Api write without end.
return {
  do_go = function(self)
    while true do vars.score = vars.score + 1 end
  end,
}
