-- expect: script/state
-- The table of hooks itself.
local hooks = { do_go = function() end }
hooks.do_go = function()
  hooks.extra = 1
end
return hooks
