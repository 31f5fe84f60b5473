-- expect: script/state
-- A table that would persist between commands.
local seen = {}
return {
  do_go = function()
    seen.x = 1
  end,
}
