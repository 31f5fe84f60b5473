-- expect: script/require
-- A module that requires itself.
local m = require("game")
return { do_go = m }
