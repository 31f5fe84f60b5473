-- expect: game/bounds
-- A fraction in a variable of whole numbers.
return {
  do_go = function(self)
    set(vars, "score", 0.5)
  end,
}
