-- expect: script/arguments
-- A number that pretends to be a card.
return {
  do_go = function(self)
    local n = 16777217
    remove(n)
  end,
}
