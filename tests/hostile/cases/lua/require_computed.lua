-- expect: script/require
-- require with a computed name.
local n = "com" .. "bat"
local m = require(n)
return { do_go = m }
