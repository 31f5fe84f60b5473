-- One trick: which cards may be played into it, and which card takes it.

-- Reports whether a card may be played: it follows suit, or the hand has none of it.
local function may_play(card)
  return vars.led == "none" or card.suit == vars.led or matching("hand", "suit", vars.led) == 0
end

-- Returns how strong a card is in this trick: trumps beat the suit led, which beats all others.
local function strength(card)
  if card.suit == vars.trump then
    return 200 + card.value
  elseif card.suit == vars.led then
    return 100 + card.value
  end
  return card.value
end

local function best()
  local winner
  for _, card in each("table") do
    if not winner or strength(card) > strength(winner) then
      winner = card
    end
  end
  return winner
end

return { best = best, may_play = may_play }
