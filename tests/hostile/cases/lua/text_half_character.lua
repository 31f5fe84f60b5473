-- expect: script/runtime
-- Half of a character is shown, not passed on to the terminal.
return {
  do_go = function(self)
    say(string.sub("é", 1, 1))
  end,
}
