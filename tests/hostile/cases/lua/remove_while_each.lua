-- expect: none
-- Removing from a zone while iterating over it.
return {
  do_go = function(self)
    for _, card in each("hand") do
      remove(card)
    end
  end,
}
