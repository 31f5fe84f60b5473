-- expect: script/runtime
-- A format directive that Lua does not have.
return {
  do_go = function(self)
    return string.format("%p %n", {}, 1)
  end,
}
