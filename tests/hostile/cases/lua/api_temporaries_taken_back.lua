-- expect: script/fuel
-- Making and ending thousands of temporary changes in an endless loop.
return {
  do_go = function(self)
    while true do
      for _ = 1, 1000 do change(vars, "score", 1, "snap") end
      emit("snap")
    end
  end,
}
