-- expect: script/runtime
-- An error in a listener ends the command, and the listener cannot catch it.
return {
  do_go = function()
    emit("snap")
  end,
  on_snap = function()
    error("in the listener")
  end,
}
