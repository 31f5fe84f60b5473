-- Shield: protects the run from the next bomb or duplicate.

-- Spends the shield, if there is one and nothing else has helped. Returns whether it did.
local function hold()
  if vars.averted or not vars.run_has_shield then
    return false
  end
  vars.averted = true
  vars.run_has_shield = false
  say("The shield holds")
  return true
end

return {
  on_joker_drawn = function(self, joker)
    if joker ~= self then
      return
    end
    if vars.run_has_shield then
      change(vars, "bonus_bank", self.overflow)
    else
      vars.run_has_shield = true
    end
  end,

  -- The run continues, but its streak ends.
  on_bomb_found = function()
    if hold() then
      vars.streak = 0
    end
  end,

  on_duplicate_found = function()
    hold()
  end,
}
