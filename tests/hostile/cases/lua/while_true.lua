-- expect: script/fuel
-- A loop without end.
return {
  do_go = function(self)
    while true do
    end
  end,
}
