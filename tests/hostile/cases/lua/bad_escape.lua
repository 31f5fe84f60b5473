-- expect: script/syntax
-- An escape sequence beyond the range of a byte, which the parser truncates.
return {
  do_go = function()
    say("\999")
  end,
}
