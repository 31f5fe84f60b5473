local function begin_turn()
  set(vars, "mana", game.base_mana)
  roll_dice("dice")
  emit("turn_started")
end

return {
  start = function()
    say("Sit down, stranger.")
    begin_turn()
    enter_phase("play")
  end,

  do_reroll = function() roll_dice("dice") end,

  do_hold = function(_, die)
    if die.held then unhold_die(die) else hold_die(die) end
  end,

  do_strike = function(_, foe)
    local amount = modify("blow", highest("dice", "value"), foe)
    damage(foe, amount)
    emit("struck", foe, amount)
    if foe.hp == 0 then remove(foe) end
    if count("foes") == 0 then return win("The cellar is quiet.") end
    change(vars, "hp", -sum("foes", "attack"))
    begin_turn()
  end,

  do_peek = function() draw("deck", "hand") end,

  do_flee = function() lose("You ran.") end,
}
