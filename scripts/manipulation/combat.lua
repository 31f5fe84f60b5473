-- One combat: its turns, the damage both sides deal, and its end.
-- A turn: mana reset, roll, roll phase, score, temporary changes end, enemies act.

local hands = require("hands")

-- Returns the targeted enemy, otherwise the first living one; nil if none is left.
local function target()
  for _, enemy in each("enemies") do
    if enemy.targeted then
      return enemy
    end
  end
  return at("enemies", 1)
end

local function aim(enemy)
  for _, other in each("enemies") do
    other.targeted = other == enemy
  end
end

-- Opens a combat against one of the groups that the game lists for a tier.
local function begin(tier)
  local groups = game.data.fights[tier]
  for _, id in ipairs(groups[random("enemies", 1, #groups)]) do
    add(id, "enemies")
  end
  vars.turn = 0
  vars.last_hand = "none"
  emit("combat_started")
  enter_phase("roll")
end

local function start_turn()
  change(vars, "turn", 1)
  vars.mana = modify("max_mana", game.base_mana)
  vars.rerolls = modify("max_rerolls", game.base_rerolls)
  emit("turn_started", vars.turn)
  roll_dice("dice")
  emit("dice_rolled")
end

-- Temporary dice, d8s and effects end (they last until turn_ended); locks stay.
local function end_turn()
  emit("turn_ended")
  for _, die in each("dice") do
    unhold_die(die)
  end
end

-- Shattered dice return (they are removed until combat_ended) and locks end, so every
-- combat begins with the same pool.
local function finish()
  end_turn()
  emit("combat_ended")
  for _, die in each("dice") do
    unlock_die(die)
  end
  enter_phase("reward")
end

-- Damages an enemy. A defeated enemy drops its gold; the last defeat ends the combat.
local function hit(enemy, amount)
  local dealt = damage(enemy, amount)
  emit("enemy_hit", enemy, dealt)
  if enemy.hp > 0 then
    return
  end
  change(vars, "gold", enemy.gold)
  emit("enemy_defeated", enemy)
  remove(enemy)
  if count("enemies") == 0 then
    finish()
  end
end

-- Returns how many hit points an attack of this enemy would cost the player.
local function threat(enemy)
  return math.max(0, math.floor(modify("player_damage", enemy.attack, enemy)))
end

-- Returns whether the player is alive.
local function enemies_act()
  for _, enemy in each("enemies") do
    local harm = threat(enemy)
    change(vars, "hp", -harm)
    emit("player_hit", enemy, harm)
    if vars.hp == 0 then
      lose(enemy.name .. " has won.")
      return false
    end
  end
  return true
end

-- Returns the damage that a score would do to an enemy.
local function harm_of(hand, points, enemy)
  return math.floor(modify("score_damage", points, enemy, hand))
end

local function score()
  local hand = hands.best()
  local points = hands.score(hand)
  say(hand.name .. " for " .. points)
  emit("scored", hand, points, hand.base + sum("dice"), hand.multiplier)
  local enemy = target()
  if enemy then
    hit(enemy, harm_of(hand, points, enemy))
  end
  if count("enemies") == 0 then
    return
  end
  vars.last_hand = hand.id
  end_turn()
  if enemies_act() and count("enemies") > 0 then
    enter_phase("roll")
  end
end

-- Returns the hit points that the target would lose if the player scored now.
local function preview()
  local hand, enemy = hands.best(), target()
  return enemy and harm_of(hand, hands.score(hand), enemy) or 0
end

-- Returns the hit points that the player will lose to all enemies after scoring.
local function intent()
  local total = 0
  for _, enemy in each("enemies") do
    total = total + threat(enemy)
  end
  return total
end

return {
  aim = aim,
  begin = begin,
  hit = hit,
  intent = intent,
  preview = preview,
  score = score,
  start_turn = start_turn,
  target = target,
}
