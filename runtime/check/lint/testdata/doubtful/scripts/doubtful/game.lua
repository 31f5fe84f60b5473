local tools = require("tools")
return {
  start = function(self) if vars.open then enter_phase("dusk") end end,
  do_go = function(self)
    say(vars.gold .. vars.low)
    say("gold " .. vars.gold)
    say(vars.name + 1) say(vars.open + 1) say(#vars.gold) say(-vars.name) say(vars.open .. "x")
    vars.gold = "x"
    vars.open = 3
    vars.name = vars.gold
    vars.best = 1
    if vars.gold == "red" then vars.gold() end
    if vars.name == 3 then say(vars.name.length) end
    if vars.open == "yes" or vars.open < 2 then say("x") end
    if vars.gold < "a" or vars.name > 1 then say("x") end
    if vars.low < 2 or vars.low == 1 or vars.low <= 1 or vars.low <= 2 then say("x") end
    if vars.high > 7 or vars.high >= 8 or vars.high == 7.5 or vars.low == 2.5 then say("x") end
    if vars.edge < -1 or vars.edge > 9 then say("x") end
    if vars.best == "a" or vars.best < 1 then say("x") end
    if phase() == "dawn" or phase() == "day" then say("x") end
    for i = 1, vars.name do say(i) end
    for _, c in ipairs(vars.gold) do say(c) end
    for c in vars.gold do say(c) end
    for _, c in each("hand") do say(c.worn .. c.mark) c.worn = "x" c.colour = 1 end
    draw(vars.gold, "hand", 1)
    draw("table", "hand", vars.name)
    random("x", vars.open, 3)
    say(tools.one) say(tools.two) say(tools.lists) say(tools.call)
    emit("part" .. "ed") emit("part_" .. vars.name)
    if count == 3 then say(count) end
    say(count + 1) say(count("hand").x) say(at("hand", 1) + 1) say(("x").y)
    say(math.floor("2") + ("3" * 2))
    local t = { worn = 1 }
    say(t.wron) say(self.limit) say(game.limit)
    move_to(at("hand", 1), vars.word)
    enter_phase(vars.name)
  end,
  enter_dusk = function() enter_phase("night") end,
  do_react = function(self, card, other) say(other .. card) end,
  do_plain = function(self, card) card.worn = card.worn .. 1 end,
  do_any = function(self, card, deep) if deep == 1 then say("x") end end,
  on_dawn = function() end,
  modify_cost = function(self, a) return "x" end,

}
