-- Flip: a die shows its opposite face.
return {
  use = function(_, die)
    flip_die(die)
  end,
}
