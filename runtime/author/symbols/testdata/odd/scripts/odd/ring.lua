local cost = require "tools".cost
return { on_paid = function(self) vars.hope = self.worth + vars.hope + cost() end }
