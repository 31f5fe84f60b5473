-- expect: script/runtime
-- Patterns, whose matcher runs where no budget reaches.
return {
  do_go = function(self)
    return ("x"):rep(30):gsub(("x*"):rep(30), "")
  end,
}
