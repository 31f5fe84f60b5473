-- The rules of a turn, which all cards share.
local fight = require("fight")

local function begin_turn()
  local hero = top("hero")
  hero.block = modify("kept_block", 0, hero.block)
  vars.energy, vars.played = modify("energy", 3), 0
  vars.foresight = modify("shows_moves", true)
  for _, foe in each("foes") do
    choose_move(foe)
  end
  fight.draw(5)
  emit("turn_started")
end

return {
  start = function()
    shuffle("deck")
    for _, card in each("deck") do
      if tagged(card, "innate") then
        move_to(card, "deck", 1)
      end
    end
    begin_turn()
  end,

  do_end_turn = function()
    emit("turn_ended")
    for _, card in each("hand") do
      if tagged(card, "ethereal") then
        move_to(card, "gone")
      elseif not tagged(card, "retain") then
        move_to(card, "discards")
      end
    end
    emit("foes_turn")
    for _, foe in each("foes") do
      foe.block = 0
      if modify("acts", true, foe) then
        make_move(foe)
      end
    end
    begin_turn()
  end,

  move_bite = function(foe)
    fight.hit(top("hero"), move_of(foe).damage, foe)
  end,

  do_buy = function()
    add(pick("relics", definitions("relic")), "relics")
  end,

  on_used = function(_, card)
    vars.played = vars.played + 1
    if zone_of(card) == "hand" then
      move_to(card, tagged(card, "exhaust") and "gone" or "discards")
    end
  end,

  on_died = function(_, who)
    if who.kind == "hero" then
      lose("You have fallen.")
      return
    end
    for _, status in each("statuses") do
      if status.on == who then
        remove(status)
      end
    end
    remove(who)
    if count("foes") == 0 then
      win()
    end
  end,
}
