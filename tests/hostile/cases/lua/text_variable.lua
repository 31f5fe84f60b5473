-- expect: game/bounds
-- A text for a number.
return {
  do_go = function(self)
    local t = "x"
    set(vars, "score", t .. "y")
  end,
}
