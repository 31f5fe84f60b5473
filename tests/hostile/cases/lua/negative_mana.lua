-- expect: game/bounds
-- A variable below its minimum.
return {
  do_go = function(self)
    change(vars, "mana", -1000)
  end,
}
