-- expect: script/event-depth
-- A listener that emits its own event.
return {
  do_go = function()
    emit("snap")
  end,
  on_snap = function()
    emit("snap")
  end,
}
