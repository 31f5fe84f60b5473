-- expect: script/fuel
-- More words than anybody reads.
return {
  do_go = function(self)
    while true do
      say("x")
    end
  end,
}
