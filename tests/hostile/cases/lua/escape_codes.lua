-- expect: none
-- Codes that would move the cursor of a terminal.
return {
  do_go = function(self)
    say("\27[2J\27]0;owned\7")
  end,
}
