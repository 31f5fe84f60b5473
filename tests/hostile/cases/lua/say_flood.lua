-- expect: script/fuel
-- Endless output.
return {
  do_go = function(self)
    while true do
      say("x")
    end
  end,
}
