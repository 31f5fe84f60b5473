-- expect: script/state
-- The same deeper down.
local seen = { a = { b = {} } }
return {
  do_go = function()
    local b = seen.a.b
    b.c = 1
  end,
}
