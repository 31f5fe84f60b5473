-- expect: script/fuel
-- An endless loop.
return {
  do_go = function(self)
    while true do
    end
  end,
}
