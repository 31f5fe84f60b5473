-- expect: script/state
-- Changing a nested table of the script.
local seen = { a = { b = {} } }
return {
  do_go = function()
    local b = seen.a.b
    b.c = 1
  end,
}
