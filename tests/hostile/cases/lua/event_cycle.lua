-- expect: script/event-depth
-- An event whose listener emits it.
return {
  do_go = function()
    emit("snap")
  end,
  on_snap = function()
    emit("snap")
  end,
}
