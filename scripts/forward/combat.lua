-- Combat: both sides roll, the player chooses a die, both results count at once.

local hero = require("hero")
local road = require("road")

-- Returns the damage that the player would deal and take, for a roll of each side.
-- A side that guards (block, counter) takes no damage, so a counter against a guard hurts nobody.
-- The faces and their results are in content/forward/game.yaml.
local function exchange(roll, enemy_roll)
  local faces, results = game.data.faces, game.data.results
  local mine = results[modify("result", faces[roll], roll)]
  local theirs = results[faces[enemy_roll]]
  local dealt, taken = mine.damage, theirs.damage
  if theirs.guards then
    dealt = 0
  end
  if mine.guards then
    taken = 0
  end
  return dealt, taken
end

local function roll()
  roll_dice("dice")
  roll_dice("enemy_dice", "enemy")
end

local function begin()
  roll()
  enter_phase("combat")
end

-- Both final blows count: a player who falls together with the enemy has lost.
local function strike(die)
  local enemy = top("encounter")
  local dealt, taken = exchange(die.value, top("enemy_dice").value)
  if dealt > 0 then
    damage(enemy, dealt)
  end
  if taken > 0 and not hero.hurt(taken) then
    return
  end
  if enemy.hp > 0 then
    roll()
  else
    road.finish(enemy)
  end
end

-- Returns the damage that a die would deal and take, for front ends; nothing outside combat.
local function outcome(die)
  if phase() == "combat" then
    return exchange(die.value, top("enemy_dice").value)
  end
end

local function deals(die)
  return (outcome(die))
end

local function takes(die)
  return (select(2, outcome(die)))
end

-- Returns what every die would do, for front ends that print lines: "d1: deals 1, takes 0; …".
local function outcomes()
  local parts = {}
  if phase() == "combat" then
    for i, die in each("dice") do
      local dealt, taken = outcome(die)
      parts[i] = "d" .. i .. ": deals " .. dealt .. ", takes " .. taken
    end
  end
  return table.concat(parts, "; ")
end

-- Returns the hit points that the enemy of this encounter has left, or 0 without an enemy.
local function ahead()
  local card = top("encounter")
  return card and card.kind == "enemy" and card.hp or 0
end

return {
  ahead = ahead,
  begin = begin,
  deals = deals,
  exchange = exchange,
  outcomes = outcomes,
  strike = strike,
  takes = takes,
}
