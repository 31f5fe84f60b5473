-- expect: script/state
-- Changing a table of the script with table.sort.
local seen = { 2, 1 }
return {
  do_go = function()
    table.sort(seen)
  end,
}
