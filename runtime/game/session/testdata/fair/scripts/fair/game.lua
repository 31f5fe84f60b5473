-- The rules of the fair.

local function note(text) vars.heard = vars.heard .. " " .. text end

return {
  start = function()
    vars.games = vars.games + 1
    roll_dice("dice")
    shuffle("deck")
    for _, foe in each("foes") do choose_move(foe) end
    move_to(at("deck", 1), "crowd")
    enter_phase("day")
  end,

  enter_night = function() emit("dusk") end,
  enter_left = function() enter_phase("right") end,
  enter_right = function() enter_phase("left") end,

  on_rang = function(_, n) note("game" .. n) end,
  on_ping = function() emit("ping") end,

  do_bid = function(_, n)
    note("bid" .. n)
    vars.fuss = vars.fuss + n
    emit("rang", n)
  end,

  do_barter = function(_, mine, why, yours)
    note(tostring(why) .. paid("coins"))
    local to = mine.zone
    move_to(mine, "crowd")
    move_to(yours, "hand")
    vars.star = mine
  end,

  do_lift = function(_, die)
    set_die_value(die, 6, "dusk", 2)
    lock_die(die, "rang")
  end,

  do_shout = function(_, what)
    vars.heard = what
    say("Someone shouts " .. what .. "!")
    vars.fuss = vars.fuss + 1
  end,

  do_ask_all = function()
    for p = 1, players() do
      ask("give", {from = "hand@" .. p, player = p, prompt = "Guild " .. p .. " gives", with = {p, at("crowd", 1)}})
    end
    enter_phase("night")
  end,
  chosen_give = function(_, card, p, first)
    note(player() .. "gives" .. card.id .. p .. (first and first.id or "nil"))
    if count("crowd") == 3 then clear("crowd") end
    if has_room("crowd") and card.kind == "card" then move_to(card, "crowd") end
  end,

  do_sift = function() ask("sift", {from = {at("deck", 1), at("deck", 2), at("deck", 3)}, min = 1, max = 2}) end,
  chosen_sift = function(_, cards)
    for _, card in ipairs(cards) do
      note(card.id)
      move_to(card, "hand")
    end
    shuffle("deck")
  end,

  do_spread = function() ask("spread", {from = {"l", "m", "r"}, titles = {"left side", "middle", "right side"}, count = 2, repeats = true, ordered = true}) end,
  chosen_spread = function(_, all)
    note(table.concat(all))
    if all[1] == "m" then
      ask("deeper", {from = {1, 2}, with = {all[2]}})
    end
  end,
  chosen_deeper = function(_, n, side) note(n .. side) end,

  do_maybe = function() ask("maybe", {from = definitions("card"), kind = "card", skip = true, blind = true}) end,
  chosen_maybe = function(_, id)
    if id then add(id, "hand") end
    note(tostring(id))
  end,

  do_lone = function()
    ask("lone", {from = {7}, auto = true})
    ask("void", {from = {}, count = 1})
  end,
  chosen_lone = function(_, n) note("lone" .. n) end,
  chosen_void = function(_, none) note("void" .. #none) end,

  do_brawl = function()
    for _, foe in each("foes") do
      make_move(foe)
      choose_move(foe)
    end
  end,

  do_borrow = function(_, card)
    local before = vars.coins
    local ok, why = play_free(card, at("dice", 1))
    note(tostring(ok) .. tostring(why) .. (before - vars.coins))
    if ok then transform(card, "bell") end
  end,

  do_rest = function()
    if phase() == "night" then
      set_player(player() % players() + 1)
      enter_phase("day")
      return
    end
    emit("dusk")
    enter_phase("night")
  end,

  do_echo = function()
    local ok, why = play(at("hand", 4), at("dice", 2))
    note(tostring(ok) .. tostring(why))
    note(tostring(play(at("crowd", 1))))
    copy(at("crowd", 1))
  end,

  do_fail = function(_, how)
    vars.fuss = vars.fuss + 1
    if how == "error" then error("it broke") end
    if how == "refuse" then refuse("Not " .. player() .. " again.") end
    if how == "nothing" then refuse("") end
    if how == "loop" then enter_phase("left") end
    if how == "cycle" then emit("ping") end
    if how == "bounds" then vars.coins = -1 end
    if how == "over" then while has_room("crowd") do add("bell", "crowd") end add("bell", "crowd") end
    if how == "gone" then
      local card = at("crowd", 1)
      remove(card)
      move_to(card, "hand")
    end
  end,

  do_stop = function(_, won)
    if won == "rich" then win("You are rich.") lose("No.") else lose("You are poor.") end
    ask("lone", {from = {1, 2}})
  end,

  do_mutter = function(_, what) say("{" .. what .. "}") say("He says: " .. ("so " .. (what .. "?"))) end,
  do_mix = function(_, it) note(type(it)) end,
  do_vex = function(_, how)
    if how == "skip" then ask("thing", {from = {1}, auto = true, skip = true}) end
    if how == "auto" then ask("thing", {from = {1}, auto = true}) ask("things", {from = {1, 2}, min = 2, max = 2, auto = true}) end
    if how == "two" then ask("things", {from = {1, 2}, min = 1, max = 2, auto = true}) end
    if how == "repeats" then ask("things", {from = {1, 2}, count = 2, repeats = true, auto = true}) end
    if how == "ordered" then ask("things", {from = {1, 2}, count = 2, ordered = true, auto = true}) end
    if how == "single" then ask("things", {from = {"only"}, count = 2, ordered = true, auto = true}) end
    if how == "both" then ask("thing", {from = {definition("card/bell"), definition("relic/bell"), definition("card/lamp")}}) end
    if how == "blind" then ask("thing", {from = "deck", blind = true}) end
    if how == "fails" then ask("failing", {from = {1, 2}}) end
    if how == "refuses" then ask("refusing", {from = {1, 2}, count = 2}) end
    if how == "none" then ask("things", {from = {}, count = 2, repeats = true}) end
  end,
  chosen_thing = function(_, it) note(tostring(it)) end,
  chosen_things = function(_, all) note(table.concat(all, "+")) end,
  chosen_failing = function(_, n) if n == 2 then error("failed") end refuse("Not 1.") end,
  chosen_refusing = function(_, all) refuse("Not these.") end,
  do_trip = function() end,
  do_slip = function() end,
  do_warn = function() end,
  do_dear = function() end,
  do_nan = function() end,
  do_gift = function() end,
  do_idle = function() end,
  do_again = function() enter_phase("day") end,
}
