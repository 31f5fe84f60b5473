-- expect: script/state
-- A card kept for the next command.
local kept = {}
return {
  do_go = function()
    kept[1] = top("hand")
  end,
}
