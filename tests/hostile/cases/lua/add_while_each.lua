-- expect: script/fuel
-- Adding to what is being walked through.
return {
  do_go = function(self)
    while true do
      for _, _ in each("hand") do
        add("card/bait", "hand")
      end
    end
  end,
}
