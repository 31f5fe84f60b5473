local helper = require("helper")
local function enter(name) enter_phase(name) end
return {
  start = function(self)
    vars.log = "begun"
    enter_phase("day")
    emit("dawn", 1, 2)
    emit("dawn", 1)
    emit("dusk", 1)
    modify("cost", 1, "a", "b", "c")
    modify("cost", 1, "a", "b")
    modify("plain", 1, 2)
    emit("built_" .. "now")
    local name = "made_" .. "up"
    change(vars, name, 1)
    if 1 == 2 then vars.fixed = 1 end
    if "a" == "a" then vars.fixed = 2 end
    if vars.gold < 0 then vars.fixed = 3 end
    if vars.gold <= 0 then vars.fixed = 3 end
    if vars.gold > 9 then vars.fixed = 3 end
    if vars.gold >= 10 then vars.fixed = 3 end
    if vars.gold == -1 then vars.fixed = 3 end
    if vars.gold == 1.5 then vars.fixed = 3 end
    if vars.gold == "x" then vars.fixed = 3 end
    if vars.gold ~= "x" then vars.fixed = 3 end
    if vars.half == 1.5 then vars.fixed = 3 end
    if vars.half < 0 then vars.fixed = 3 end
    if vars.word == "blue" then vars.fixed = 3 end
    if vars.word ~= "gren" then vars.fixed = 3 end
    if vars.word == 3 then vars.fixed = 3 end
    if vars.word == "red" then vars.fixed = 3 end
    if vars.open == 1 then vars.fixed = 3 end
    if vars.open == "yes" then vars.fixed = 3 end
    if vars.any == "x" then vars.fixed = 3 end
    if vars.fixed == "x" then vars.fixed = 3 end
    if vars.far == 100 then vars.fixed = 3 end
    if vars.far < -3 then vars.fixed = 3 end
    if vars.best > 5 then vars.best = 3 end
    if vars.gold <= -1 then vars.fixed = 3 end
    if vars.gold ~= -1 then vars.fixed = 3 end
    if vars.gold > -1 then vars.fixed = 3 end
    if vars.gold == 0 then vars.fixed = 3 end
    if vars.gold == 9 then vars.fixed = 3 end
    if vars.gold >= 9 then vars.fixed = 3 end
    if vars.gold == 10 then vars.fixed = 3 end
    if vars.gold < 10 then vars.fixed = 3 end
    if vars.gold ~= 1.5 then vars.fixed = 3 end
    if vars.gold < "x" then vars.fixed = 3 end
    if vars.flag == "x" then vars.fixed = 3 end
    if vars.flag ~= 1 then vars.fixed = 3 end
    if vars.said == 1 then vars.fixed = 3 end
    if vars.said == "x" then vars.fixed = 3 end
    if vars.blank == "x" then vars.fixed = 3 end
    if vars.blank == 1 then vars.fixed = 3 end
    if vars.blank < "x" then vars.fixed = 3 end
    if vars.word < "blue" then vars.fixed = 3 end
    if vars.far == -3 then vars.fixed = 3 end
    if vars.far == -4 then vars.fixed = 3 end
    if phase() < "daay" then vars.fixed = 3 end
    if phase() == "daay" then vars.fixed = 3 end
    if phase() ~= "night" then vars.fixed = 3 end
    local card = at("hand", 1)
    if card.zone == "hnad" then vars.fixed = 3 end
    if card.kind == "crad" then vars.fixed = 3 end
    if card.kind == "relic" and card.zone ~= "heap" then vars.fixed = 3 end
    if card.zone < "hnad" then vars.fixed = 3 end
    if card.zone == 1 then vars.fixed = 3 end
    if card.kind ~= "crad" then vars.fixed = 3 end
    local zone = "hnad"
    if zone == "hand" then vars.fixed = helper.qouted(1) end
    if card.wron then vars.fixed = card.idd end
    local t = {left = 1, right = 2}
    t.middle = 3
    vars.fixed = t.left + t.middle + t.rihgt
    vars.fixed = game.used + game["built_" .. "a"]
    vars.fixed = helper.quoted("quoted")
    add("lone", "charms")
    move_to(card, "heap")
  end,
  do_pass = function(self) enter("named_phase") end,
  do_go = function(self) enter_phase("night") end,
  do_take = function(self, card, other) end,
  do_unoffered = function(self) enter_phase("lost") win() end,
  do_again = function(self) end,
  delve = function(self) end,
  enter_loop = function(self) enter_phase("hidden") lose() end,
}
