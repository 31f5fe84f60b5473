-- expect: none
-- Escape codes that would move a terminal's cursor.
return {
  do_go = function(self)
    say("\27[2J\27]0;owned\7")
  end,
}
