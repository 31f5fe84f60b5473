-- expect: script/runtime
-- Text format go verb.
return {
  do_go = function(self)
    say(string.format("%v %T", {}, {}))
  end,
}
