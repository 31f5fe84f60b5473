-- expect: script/unknown-global
-- Randomness that is not part of the game's state.
return {
  do_go = function(self)
    return math.random()
  end,
}
