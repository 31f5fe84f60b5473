return {
  move = function(self, move) damage(at("yard", 1), move.damage) say(move.times) say(move.loud) end,
  move_bite = function(self) end,
}
