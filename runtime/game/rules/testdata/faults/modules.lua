local a = require("helper")

return {
  start = function(self)
    a.help(1, 2)
    a.hlep()
  end,
}
