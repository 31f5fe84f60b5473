-- expect: script/syntax
-- An escape beyond what a byte holds, which the compiler of this Lua cuts off.
return {
  do_go = function()
    say("\999")
  end,
}
