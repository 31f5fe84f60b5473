return { on_paid = function(self) vars.hope = self.worth + vars.hope end }
