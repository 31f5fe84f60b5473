-- The two cards of a turn.

-- Returns the chance that one of them is a bomb: it grows with the streak up to a maximum, and
-- jokers may change it after that.
local function bomb_chance()
  local curve = game.bomb_base + game.bomb_growth * vars.streak
  local clamped = math.max(game.bomb_base, math.min(game.bomb_max, curve))
  return math.max(0, modify("bomb_chance", clamped))
end

-- Lays out a bomb and a treasure or two treasures, each card as likely left as right.
local function lay_out()
  clear("slots")
  add("treasure", "slots")
  add(chance("bomb", bomb_chance()) and "bomb" or "treasure", "slots")
  shuffle("slots", "sides")
end

-- Deals the cards of a turn.
local function deal()
  lay_out()
  emit("dealt")
end

-- Deals the hidden card again at random, for bots. Beside a shown bomb is a treasure. Beside a
-- shown treasure is a bomb with probability p/2 : (1 - p/2), since half of the bombs would be shown
-- instead.
local function imagine()
  local shown = at("slots", 1).face_up and at("slots", 1)
    or at("slots", 2).face_up and at("slots", 2)
  if not shown then
    lay_out()
  elseif shown.id == "treasure" then
    local p = bomb_chance()
    transform(at("slots", 3 - shown.index), chance("bomb", p / (2 - p)) and "bomb" or "treasure")
  end
end

return { bomb_chance = bomb_chance, deal = deal, imagine = imagine }
