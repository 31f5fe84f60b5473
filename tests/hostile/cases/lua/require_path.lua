-- expect: script/require
-- A module outside of the pack.
local m = require("../../../../etc/passwd")
return { do_go = m }
