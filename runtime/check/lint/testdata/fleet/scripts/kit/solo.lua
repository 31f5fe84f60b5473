local tools = require("tools")
return { do_row = function() tools.row(top("hand")) win("x") end }
