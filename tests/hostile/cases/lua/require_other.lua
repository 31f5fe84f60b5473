-- expect: script/state
-- Changing a module of another pack.
local combat = require("manipulation:combat")
return {
  do_go = function()
    combat.score = nil
  end,
}
