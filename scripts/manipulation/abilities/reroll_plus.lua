-- Reroll+: more rerolls, this turn only (the next turn sets them anew).
return {
  use = function(self)
    change(vars, "rerolls", self.amount)
  end,
}
