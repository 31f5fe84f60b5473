-- Flip: turns a die to its opposite face.
return {
  use = function(_, die)
    flip_die(die)
  end,
}
