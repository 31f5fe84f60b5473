-- expect: script/unknown-global
-- Chance that is not of the game.
return {
  do_go = function(self)
    return math.random()
  end,
}
