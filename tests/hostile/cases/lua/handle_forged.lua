-- expect: script/arguments
-- A table that pretends to be a card.
return {
  do_go = function(self)
    remove({ id = 1, kind = "card" })
  end,
}
