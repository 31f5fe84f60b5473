return { use = function(self) vars.gold = self.both end }
