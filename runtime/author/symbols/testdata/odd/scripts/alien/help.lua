return { graze = function(self) return count("herd") + vars.gold + game.purse + (self.worth or 0) end, ring = "hand" }
