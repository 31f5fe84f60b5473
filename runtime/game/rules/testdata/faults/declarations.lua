return {
  start = function(self)
    vars.glod = 1
    add("knig", "hand")
    add("ace", "hnad")
    enter_phase("nigth")
    emit("dwan", 1)
    modify("price", 1)
    self.prse = 1
    game.prse = 2
    random("x", 1, 2)
    ask("wich", {from = "hand"})
    chance("loot")
  end,
  do_pass = function(self) end,
  do_pay = function(self) end,
  do_pik = function(self) end,
  on_danw = function(self, day) end,
  on_dawn = function(self, day, more) end,
  modify_price = function(self, x) end,
  enter_nigt = function(self) end,
  chosen_which = function(self) end,
}
