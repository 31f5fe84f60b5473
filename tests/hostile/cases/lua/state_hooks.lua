-- expect: script/state
-- Changing the table of hooks.
local hooks = { do_go = function() end }
hooks.do_go = function()
  hooks.extra = 1
end
return hooks
