-- A policy for whole games. A bot sees what a player in its seat sees: its own hand, the lot, the
-- purses; not the bids and hands of others. `choose` returns a command: the name of an action and
-- its targets, or "use" and a card.

-- Returns the first card of a kind in the hand, or nil.
local function held(id)
  for _, card in ipairs(all("hand")) do
    if card.id == id then
      return card
    end
  end
end

-- Returns what the lot on the block is worth to this player, in gold.
local function worth(self)
  return math.floor(vars.gold * self.share * at("block", 1).worth / 100)
end

-- Returns the card to play while a lot is being sold, or nil.
local function in_a_sale(self)
  if vars.buyer == player() then
    return vars.price > 3 and held("haggle") or nil
  elseif vars.price < worth(self) and vars.gold > vars.price then
    return held("last_word")
  elseif at("block", 1).worth > 4 then
    return held("forgery")
  end
end

return {
  choose = function(self)
    local card
    if window() == "sale" then
      card = in_a_sale(self)
    elseif window() == "objection" then
      card = vars.buyer == player() and held("objection") or nil
    else
      return "bid", math.min(vars.gold, worth(self) + random("bid", 0, 2))
    end
    if card then
      return "use", card
    end
    return "pass"
  end,
}
