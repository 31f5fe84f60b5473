-- expect: none
-- Removing what is being walked through.
return {
  do_go = function(self)
    for _, card in each("hand") do
      remove(card)
    end
  end,
}
