-- expect: game/gone
-- A card kept after it has gone.
return {
  do_go = function(self)
    local card = top("hand")
    remove(card)
    set(card, "level", 2)
  end,
}
