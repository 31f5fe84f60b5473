-- expect: game/bounds
-- Making temporary changes in an endless loop.
return {
  do_go = function(self)
    while true do change(vars, "score", 1, "snap") end
  end,
}
