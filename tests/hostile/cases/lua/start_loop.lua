-- expect: script/fuel
-- An endless loop when the game starts.
return {
  start = function()
    while true do
    end
  end,
  do_go = function() end,
}
