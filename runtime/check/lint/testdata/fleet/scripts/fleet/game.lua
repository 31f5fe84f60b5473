return {
  do_row = function(self, card, n)
    if vars.wind == "north" then say("n") end
    if card.zone == "hnad" then win() end
    win()
  end,
}
