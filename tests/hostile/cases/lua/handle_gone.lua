-- expect: game/gone
-- Using a card after it was removed.
return {
  do_go = function(self)
    local card = top("hand")
    remove(card)
    set(card, "level", 2)
  end,
}
