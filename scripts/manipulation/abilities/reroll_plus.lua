-- Reroll+: more rerolls, this turn only (the next turn resets them).
return {
  use = function(self)
    change(vars, "rerolls", self.amount)
  end,
}
