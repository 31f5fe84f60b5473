-- expect: script/state
-- A number that would persist between commands.
local n = 0
return {
  do_go = function()
    n = n + 1
  end,
}
