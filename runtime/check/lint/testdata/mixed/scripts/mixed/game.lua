local helper = require("helper")
local names = {"anvil", "hammer"}
local function nothing() local x = 1 end
local function first(list) return list[1] end
return {
  start = function(self)
    enter_phase("day")
    if vars.gold == "3" then say("a") end
    if vars.gold == 3 or vars.gold ~= "x" then say("b") end
    if vars.mood == "clam" or vars.mood ~= "crass" or vars.mood == 3 or vars.mood < "x" then say("c") end
    if vars.open == "true" or vars.open == 1 or vars.open ~= false then say("d") end
    if vars.best == nil or vars.best == "anvil" or vars.best == 3 then say("e") end
  end,
  go_on = function(self)
    local t, n, s, b, e = {1, 2}, 3, "4", true, top("shelf")
    if t < n or n < t or s < n or n < s or b < n or s < "x" or n < "5" or e < e or t < t or s < t then say("f") end
    if t == n or s == n or b == s or e == n or t == {} or nothing == n or s ~= b then say("g") end
    local sum, other, more = t + 1, s + 1, "a" + 1
    local joined = n .. n, n .. n .. 2, n .. s, e .. "x", b .. "x", nothing .. "x"
    local called = t(), n(), s(), e(), helper.list()
    for _, x in t do say(x) end
    for x in n do say(x) end
    for x in s do say(x) end
    for _, x in pairs(n) do say(x) end
    for _, x in ipairs("shelf") do say(x) end
    for x in each("shelf") do say(x) end
    for x in ipairs(t) do say(t[x]) end
    say(#n) say(#s) say(#e) say(#t) say(-t) say(-s)
    say(n.x) say(b.x) say(nothing.x) say(s.x) say(t.x) say(helper.none)
    say(nothing()) local z = nothing() + 1
    local either = n > 2 and "3" or 3
    local both = n > 2 and "x" or 3
    each(t) count(t) count(n) say(n) say(t) say(nothing) damage(e, s) emit(n)
    move_to(s, "shelf") move_to(e, n) enter_phase(n) set(vars, "gold", s) pick("x", n)
    say(e.index .. "x") say(e.temporary + 1) say(e.id + 1) say(e.zone + 1) say(e.kind + 1) say(e.key + 1) say(e.mark + 1) say(e.rage .. "x") say(e.damage) say(e.coins .. "x")
    self.lanes = 3 e.name = "x"
    local unread, wanted = "wanted", game.data.read
    say(wanted["wanted"]) say(game.data[unread])
    local planks = 2 say("planks") say(game["la" .. "nes"])
    local saws = 3
    say("saws")
    emit("rung", e, 3) emit("rung", e, 4) emit("left", n) emit("left", s)
    say(names.x) say(first(names).x) say(first(n))
  end,
  do_go = function(self) emit("ru" .. "ng", 1) modify("price", 3, "x") end,
  do_stop = function(self) if phase() == "nihgt" or phase() ~= "day" or phase() == 3 then say("h") end end,
  do_react = function(self) lose() end,
  do_never = function(self) win() end,
  enter_lost = function(self) win() end,
  on_rung = function(self, who, how) say(how .. "x") say(who + 1) if how == "x" then say("i") end end,
  on_left = function(self, a) say(a + 1) end,
  modify_price = function(self, x, what) return x + what end,
}
