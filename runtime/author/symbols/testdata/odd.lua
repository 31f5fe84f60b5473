local cards = require("cards")
return {
  on_dawn = function(self) emit("sold", at("market", 1)) end,
  ["on_sold"] = function() end, modify_cost = function(self, n) return n + vars["gold"] end,
  do_buy = function(self, ware)
    vars.gold, vars.day = vars.gold - 1, 2
    emit('dawn', "market") move_to(ware, "bag") move_to(ware, "ba" .. "g")
    local t = { gold = 1, "hand", [1] = "heap" }
    t.hand.x = cards.best(self.params, game.wares, t:find("market"))
    draw([[hand]], "heap", count("stock"))
    add("tea", "market").note = "x" if at("hand", 1).note ~= zone_of("bag") then enter_phase("night") end
  end,
  enter_trade = function() shuffle("stock", "x") change("gold", 3) set("heat", 1) end,
  resolve_night = f, closed_window = g, when_sold = h,
  t.emit("sold") t:emit("sold") x.y.move_to(a, "bag") (emit)("sold") emit { "sold" } emit "sold" t[emit]("sold")
  f(emit("sold", { "bag" }), "bag") move_to((a), ("bag")) at("hand" .. 1) game.x.y = self.z.w,
-- "gold" in a comment
  broken = "unclosed
function on_dawn() end local function when_sold() end x.vars.gold = x.game.wares + a.self.worth.y
