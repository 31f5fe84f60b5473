-- expect: script/state
-- The same by another name.
local seen = {}
return {
  do_go = function()
    local t = seen
    t.x = 1
  end,
}
