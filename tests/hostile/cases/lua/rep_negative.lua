-- expect: none
-- string.rep with a negative count gives an empty string.
return {
  do_go = function(self)
    return string.rep("x", -1e9)
  end,
}
