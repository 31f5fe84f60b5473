return { use = function(self) vars.gold = vars.gold + 1 end }
