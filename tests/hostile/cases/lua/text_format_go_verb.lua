-- expect: script/runtime
-- A format directive of Go, not of Lua.
return {
  do_go = function(self)
    say(string.format("%v %T", {}, {}))
  end,
}
