-- expect: script/state
-- The same by sorting.
local seen = { 2, 1 }
return {
  do_go = function()
    table.sort(seen)
  end,
}
