-- expect: script/fuel
-- Adding to a zone while iterating over it.
return {
  do_go = function(self)
    while true do
      for _, _ in each("hand") do
        add("card/bait", "hand")
      end
    end
  end,
}
