-- expect: script/fuel
-- An endless loop after the game is lost.
return {
  do_go = function(self)
    lose()
    while true do end
  end,
}
