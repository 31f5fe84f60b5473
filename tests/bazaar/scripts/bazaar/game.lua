-- The rules of the bazaar.

local function fill()
  while count("market") < game.wares and count("stock") > 0 do
    move_to(at("stock", 1), "market")
  end
end

return {
  start = function()
    shuffle("stock", "wares")
    fill()
    enter_phase("trade")
  end,

  enter_night = function() say("Night falls on day " .. vars.day .. ".") end,

  do_buy = function(_, ware, pieces)
    if pieces > 1 and vars.gold > 0 then
      vars.gold = vars.gold - 1
    end
    move_to(ware, "bag")
    if ware.kind == "consumable" then
      ware.fresh = false
    end
    vars.favourite = ware
    emit("sold", ware)
    fill()
  end,

  do_pay = function(_, who) vars.fame = vars.fame + who end,

  do_roll = function()
    roll_dice("dice")
    vars.heat = vars.heat + 1
    lock_die(at("dice", 1), "dawn")
  end,

  do_sleep = function()
    if player() < players() then
      set_player(player() + 1)
      return
    end
    vars.day = vars.day + 1
    set_player(1)
    emit("dawn", vars.day)
    if vars.day > 3 then
      enter_phase("night")
    end
  end,

  do_fight = function(_, foe, side)
    local die = at("dice", 2)
    set_die_value(die, side)
    local word = die.face
    if word == "sword" then
      foe.hp = foe.hp - 4
    end
    if foe.hp == 0 then
      remove(foe)
      win("The thief is beaten.")
    elseif word == "rope" then
      lose("The thief is gone.")
    end
  end,

  do_steal = function() vars.gold = vars.gold + 9 end,

  do_again = function() enter_phase("trade") end,
}
