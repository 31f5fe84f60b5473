-- expect: script/require
-- Requiring a module outside the pack.
local m = require("../../../../etc/passwd")
return { do_go = m }
