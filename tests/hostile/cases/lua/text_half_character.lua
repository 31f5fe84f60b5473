-- expect: script/runtime
-- Half of a UTF-8 character is shown escaped, not passed to the terminal.
return {
  do_go = function(self)
    say(string.sub("é", 1, 1))
  end,
}
