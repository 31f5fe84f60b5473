-- expect: script/state
-- The same through the library.
local seen = {}
return {
  do_go = function()
    table.insert(seen, 1)
  end,
}
