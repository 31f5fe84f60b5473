-- expect: script/fuel
-- More cards than a game may have.
return {
  do_go = function(self)
    while true do
      add("card/bait", "hand")
    end
  end,
}
