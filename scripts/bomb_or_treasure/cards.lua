-- The two cards of a turn.

-- Returns the chance that one of them is a bomb: it grows with the streak up to an end, and
-- jokers may change it after that.
local function bomb_chance()
  local curve = game.bomb_base + game.bomb_growth * vars.streak
  local clamped = math.max(game.bomb_base, math.min(game.bomb_max, curve))
  return math.max(0, modify("bomb_chance", clamped))
end

-- Deals a bomb and a treasure or two treasures, each card as likely left as right.
local function deal()
  clear("slots")
  add("treasure", "slots")
  add(chance("bomb", bomb_chance()) and "bomb" or "treasure", "slots")
  shuffle("slots", "sides")
  emit("dealt")
end

return { bomb_chance = bomb_chance, deal = deal }
