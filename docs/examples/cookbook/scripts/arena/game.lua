local fight = require("fight")

return {
  -- Minions without a battlecry are only summoned.
  use = function(minion) end,

  on_used = function(_, minion)
    add(minion.id, "history")
    if has_room("friends") then
      move_to(minion, "friends")
    else
      remove(minion)
    end
  end,

  do_attack = function(_, minion, target)
    emit("attacked", target)
    local there, back = modify("attack", minion.attack, minion), modify("attack", target.attack, target)
    fight.hit(target, there)
    fight.hit(minion, back)
    if count("foes") == 0 then
      win()
    end
  end,

  do_end_turn = function()
    emit("turn_ended")
    vars.mana, vars.turn = 3, vars.turn + 1
    if vars.turn > 20 then
      lose()
    end
  end,
}
