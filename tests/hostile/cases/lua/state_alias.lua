-- expect: script/state
-- Changing a table of the script under another name.
local seen = {}
return {
  do_go = function()
    local t = seen
    t.x = 1
  end,
}
