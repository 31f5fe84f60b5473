-- expect: script/state
-- Keeping a card for the next command.
local kept = {}
return {
  do_go = function()
    kept[1] = top("hand")
  end,
}
