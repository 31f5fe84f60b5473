-- expect: script/state
-- Changing a table of the script with table.insert.
local seen = {}
return {
  do_go = function()
    table.insert(seen, 1)
  end,
}
