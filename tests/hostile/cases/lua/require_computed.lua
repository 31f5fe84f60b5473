-- expect: script/require
-- A module whose name is made up as it goes.
local n = "com" .. "bat"
local m = require(n)
return { do_go = m }
