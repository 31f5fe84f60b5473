-- expect: none
-- A refusal with a reason of several thousand characters.
return {
  do_go = function(self)
    refuse(string.rep("because ", 450))
  end,
}
