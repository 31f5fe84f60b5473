return { graze = function(self) return count("herd") + vars.gold + game.purse end, ring = "hand" }
