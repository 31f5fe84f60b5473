-- Combat between minions.
local fight = {}

function fight.hit(minion, amount)
  if minion.shielded and amount > 0 then
    minion.shielded = false
    return
  end
  damage(minion, amount)
  if minion.hp == 0 then
    emit("died", minion)
    remove(minion)
  end
end

return fight
