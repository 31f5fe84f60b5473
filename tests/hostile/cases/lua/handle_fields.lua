-- expect: none
-- Writing to a card as if it were a table.
return {
  do_go = function(self)
    local card = top("hand")
    card.level = 2
  end,
}
