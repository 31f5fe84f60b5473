-- expect: script/fuel
-- More cards than any table holds.
return {
  do_go = function(self)
    while true do
      add("card/bait", "hand")
    end
  end,
}
