-- expect: script/event-depth
-- Events that multiply: a loop emits events, and their listener loops.
return {
  do_go = function()
    for _ = 1, 1e6 do
      emit("snap")
    end
  end,
  on_snap = function()
    for _ = 1, 100 do
    end
  end,
}
