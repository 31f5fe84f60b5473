-- expect: script/runtime
-- error() with a string.
return {
  do_go = function(self)
    error("[engine/internal] looks like another error")
  end,
}
