-- Which hand the dice show and what it scores.
-- The hands themselves are content: one file each in content/manipulation/hands, and the
-- zone `hands` holds them, best first.

-- Returns the best hand contained in the dice.
local function best()
  local largest, second = kinds("dice")
  local straight = run("dice")
  for _, hand in each("hands") do
    if largest >= hand.largest and second >= hand.second and straight >= hand.straight then
      return hand
    end
  end
end

-- Returns the points of a hand made of the dice as they show. Every die counts, also those
-- that are not part of the hand. Fractions, as from relics, are dropped.
local function score(hand)
  local points = (hand.base + sum("dice")) * hand.multiplier
  return math.floor(modify("hand_score", points, hand))
end

return { best = best, score = score }
