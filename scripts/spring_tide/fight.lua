-- A fight: its turns, blows, block, and the end of each status.

local cards = require("cards")
local water = require("water")

local function begin_turn()
  change(vars, "turn", 1)
  vars.block = 0
  vars.turnings = 0
  vars.cards_played = 0
  vars.breath = modify("breath_per_turn", game.breath)
  for _, enemy in each("enemies") do
    choose_move(enemy)
  end
  cards.draw(modify("hand_size", game.hand_size))
  emit("turn_began", vars.turn)
end

-- Begins a fight against a group of enemies, drawn from those of a depth.
local function begin(depth)
  for _, id in ipairs(pick("encounters", game.data.encounters[depth])) do
    local enemy = add(id, "enemies")
    local tougher = math.floor(enemy.hp * game.moon_hp * vars.moon / 100)
    enemy.max_hp = enemy.hp + tougher
    enemy.hp = enemy.max_hp
  end
  for _, status in ipairs(game.data.statuses) do
    vars[status] = 0
  end
  vars.turn = 0
  water.reset()
  shuffle("deck")
  emit("fight_began")
  begin_turn()
  enter_phase("fight")
end

-- The effect of a card at this step of the tide: `flood` more for each step, and `ebb` more for
-- each step below the crest.

-- Returns the damage of one blow of a card, before the enemy's block and statuses.
local function blow(card)
  local n = card.damage + card.flood * vars.tide + card.ebb * (game.crest - vars.tide)
  n = modify("blow", n + vars.salt - vars.numb, card)
  return n > 0 and n or 0
end

-- Returns the block that a card gives.
local function cover(card)
  return card.block + card.flood * vars.tide + card.ebb * (game.crest - vars.tide)
end

local function guard(n)
  change(vars, "block", n)
end

-- An enemy without hit points leaves, or turns into its next form.
local function fall(enemy)
  local next = enemy.data and enemy.data.becomes
  if next then
    local salt = enemy.salt
    local new = transform(enemy, next)
    new.salt = salt
    choose_move(new)
    say(new.text)
    return
  end
  emit("fell", enemy)
  remove(enemy)
  if count("enemies") == 0 then
    enter_phase("spoils")
  end
end

-- Takes hit points from an enemy, regardless of its block.
local function wound(enemy, n)
  damage(enemy, n)
  if enemy.hp == 0 then
    fall(enemy)
  end
end

-- Deals one blow to an enemy: rust increases it, block absorbs it.
local function strike(enemy, n)
  if in_play(enemy) then
    n = n + enemy.rust
    local stopped = math.min(n, enemy.block)
    if stopped > 0 then
      change(enemy, "block", -stopped)
    end
    wound(enemy, n - stopped)
  end
end

-- Hits an enemy with a card, once or several times.
local function hit(card, enemy, times)
  local n = blow(card)
  strike(enemy, n)
  for _ = 2, times or 1 do
    strike(enemy, n)
  end
end

-- Hits all enemies with a card.
local function sweep(card)
  local n = blow(card)
  for _, enemy in each("enemies") do
    strike(enemy, n)
  end
end

-- Gives an enemy more of a status, if it is still in play.
local function afflict(enemy, status, n)
  if in_play(enemy) then
    change(enemy, status, n)
  end
end

-- Gives all enemies more of a status.
local function afflict_all(status, n)
  for _, enemy in each("enemies") do
    change(enemy, status, n)
  end
end

-- Damage to the diver

-- Ends the dive, unless something saves the diver at the last moment.
local function drown_diver()
  emit("dying")
  if vars.hp == 0 then
    lose("The sea keeps you, " .. vars.fathoms .. " fathoms down.")
  end
end

-- Takes hit points from the diver, regardless of block.
local function lose_hp(n)
  if n > 0 and vars.hp > 0 then
    change(vars, "hp", -n)
    emit("hurt", n)
    if vars.hp == 0 then
      drown_diver()
    end
  end
end

-- Heals the diver, up to the maximum.
local function mend(n)
  vars.hp = math.min(vars.max_hp, vars.hp + n)
end

-- An enemy hits the diver: rust adds to the damage, block absorbs it, barnacles hurt the enemy.
local function suffer(enemy, n)
  n = n + vars.rust
  local stopped = math.min(n, vars.block)
  if stopped > 0 then
    change(vars, "block", -stopped)
  end
  lose_hp(n - stopped)
  if vars.barnacles > 0 then
    wound(enemy, vars.barnacles)
  end
end

-- Turns

-- Drowning does damage when the tide turns, and then decreases by one.
local function drown()
  for _, enemy in each("enemies") do
    local n = in_play(enemy) and enemy.drowning or 0
    if n > 0 then
      enemy.drowning = n - 1
      wound(enemy, n)
    end
  end
end

-- Statuses that wear off at the end of a turn: half of the numbness, and one rust. The target is an
-- enemy, or vars for the diver.
local function wear_off(target)
  local numb, rust = target.numb, target.rust
  if numb > 0 then
    target.numb = math.floor(numb / 2)
  end
  if rust > 0 then
    target.rust = rust - 1
  end
end

-- The cold takes hit points from a diver who stays too long, more with each turn.
local function freeze()
  lose_hp(game.cold * (vars.turn - game.warm_turns))
end

local function end_turn()
  emit("turn_ended")
  cards.discard_hand()
  wear_off(vars)
  for _, enemy in each("enemies") do
    if vars.hp > 0 and in_play(enemy) then
      if enemy.block > 0 then
        enemy.block = 0
      end
      make_move(enemy)
      if in_play(enemy) then
        wear_off(enemy)
      end
    end
  end
  if vars.turn > game.warm_turns then
    freeze()
  end
  if vars.hp > 0 and count("enemies") > 0 then
    begin_turn()
  end
end

-- Returns all cards to the deck after a fight.
local function finish()
  emit("fight_ended")
  cards.collect()
  vars.block = 0
  vars.breath = 0
  vars.crowned = false
end

return {
  afflict = afflict,
  afflict_all = afflict_all,
  begin = begin,
  blow = blow,
  cover = cover,
  drown = drown,
  end_turn = end_turn,
  finish = finish,
  guard = guard,
  hit = hit,
  lose_hp = lose_hp,
  mend = mend,
  strike = strike,
  suffer = suffer,
  sweep = sweep,
  wound = wound,
}
