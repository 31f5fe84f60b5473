-- expect: script/event-depth
-- A modifier that reads the value it modifies.
return {
  do_go = function()
    modify("worth", 1)
  end,
  modify_worth = function(_, n)
    return modify("worth", n) + 1
  end,
}
