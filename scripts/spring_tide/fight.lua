-- A fight: turns, blows and block.

local water = require("water")

local function draw_cards(n)
  n = n - draw("deck", "hand", n)
  if n > 0 and count("discard") > 0 then
    draw("discard", "deck", count("discard"))
    shuffle("deck")
    draw("deck", "hand", n)
  end
end

local function begin_turn()
  change(vars, "turn", 1)
  vars.block = 0
  vars.breath = game.breath
  draw_cards(game.hand_size)
  for _, enemy in each("enemies") do
    choose_move(enemy)
  end
  emit("turn_began", vars.turn)
end

local function begin(tier)
  for _, id in ipairs(pick("encounters", game.data.encounters[tier])) do
    add(id, "enemies")
  end
  vars.turn = 0
  vars.salt = 0
  water.reset()
  shuffle("deck")
  emit("fight_began")
  begin_turn()
  enter_phase("fight")
end

-- What depends on the tide: flood for each step, ebb for each step below the crest.
local function by_tide(base, self)
  return base + self.flood * vars.tide + self.ebb * (game.crest - vars.tide)
end

-- Returns the damage of a card before anything of the enemy counts.
local function blow(card)
  return math.max(0, modify("blow", by_tide(card.damage, card) + vars.salt, card))
end

local function cover(card)
  return by_tide(card.block, card)
end

local function hit(card, enemy)
  local n = blow(card) + enemy.rust
  local stopped = math.min(n, enemy.block)
  change(enemy, "block", -stopped)
  damage(enemy, n - stopped)
  if enemy.hp == 0 then
    emit("fell", enemy)
    remove(enemy)
    if count("enemies") == 0 then
      enter_phase("spoils")
    end
  end
end

local function guard(card)
  change(vars, "block", cover(card))
end

-- Takes hit points from the diver.
local function hurt(n)
  local stopped = math.min(n, vars.block)
  change(vars, "block", -stopped)
  change(vars, "hp", stopped - n)
end

local function end_turn()
  draw("hand", "discard", count("hand"))
  emit("turn_ended")
  for _, enemy in each("enemies") do
    if vars.hp > 0 then
      enemy.block = 0
      make_move(enemy)
    end
  end
  if vars.hp == 0 then
    lose("The sea keeps you, " .. vars.fathoms .. " fathoms down.")
  else
    begin_turn()
  end
end

local function finish()
  emit("fight_ended")
  draw("hand", "deck", count("hand"))
  draw("discard", "deck", count("discard"))
  vars.block = 0
  vars.breath = 0
end

return {
  begin = begin,
  blow = blow,
  by_tide = by_tide,
  cover = cover,
  end_turn = end_turn,
  finish = finish,
  guard = guard,
  hit = hit,
  hurt = hurt,
}
