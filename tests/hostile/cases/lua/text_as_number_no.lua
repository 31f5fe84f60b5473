-- expect: script/runtime
-- Text as number no.
return {
  do_go = function(self)
    say("10x" + 1)
  end,
}
