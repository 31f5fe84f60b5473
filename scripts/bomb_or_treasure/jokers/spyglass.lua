-- Spyglass: waits for the next two cards, and turns one of them up.
return {
  on_joker_drawn = function(self, joker)
    if joker == self then
      move_to(self, "jokers")
    end
  end,

  on_dealt = function(self)
    reveal(pick("spyglass", "slots"))
    remove(self)
  end,
}
