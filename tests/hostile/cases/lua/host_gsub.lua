-- expect: none
-- A pattern that could backtrack for ages, but matches at once.
return {
  do_go = function(self)
    return ("x"):rep(30):gsub(("x*"):rep(30), "")
  end,
}
