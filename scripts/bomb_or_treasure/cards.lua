-- The two cards of a turn.

-- Returns the chance that one of them is a bomb: it grows with the streak up to an end, and
-- jokers may change it.
local function bomb_chance()
  local curve = game.bomb_base + game.bomb_growth * vars.streak
  local chance_now = math.max(game.bomb_base, math.min(game.bomb_max, curve))
  return math.max(0, math.min(1, modify("bomb_chance", chance_now)))
end

local function deal()
  clear("slots")
  add("treasure", "slots")
  if chance("bomb", bomb_chance()) then
    add("bomb", "slots")
  else
    add("treasure", "slots")
  end
  shuffle("slots", "sides")
  emit("dealt")
end

return { bomb_chance = bomb_chance, deal = deal }
