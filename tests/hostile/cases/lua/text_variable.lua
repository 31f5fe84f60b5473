-- expect: game/bounds
-- A string in a numeric variable.
return {
  do_go = function(self)
    local t = "x"
    set(vars, "score", t .. "y")
  end,
}
