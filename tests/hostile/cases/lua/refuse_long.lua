-- expect: none
-- A reason of several thousand characters.
return {
  do_go = function(self)
    refuse(string.rep("because ", 450))
  end,
}
