-- expect: script/runtime
-- An error that is a text.
return {
  do_go = function(self)
    error("[engine/internal] looks like another error")
  end,
}
