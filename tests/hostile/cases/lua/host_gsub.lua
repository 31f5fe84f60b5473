-- expect: none
-- A pattern that could backtrack for a long time, but matches at once.
return {
  do_go = function(self)
    return ("x"):rep(30):gsub(("x*"):rep(30), "")
  end,
}
