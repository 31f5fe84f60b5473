-- The player's hit points, and the statistics about them.

-- Takes hit points. Returns whether the player survives; otherwise the game is lost. Damage
-- counts in full, even below 0 HP.
local function hurt(amount)
  change(vars, "damage_taken", amount)
  if change(vars, "hp", -amount) > 0 then
    return true
  end
  lose("The road goes on without you.")
  return false
end

-- Gives hit points back. Healing above the maximum is lost and does not count.
local function heal(amount)
  local before = vars.hp
  change(vars, "healed", change(vars, "hp", amount) - before)
end

return { hurt = hurt, heal = heal }
