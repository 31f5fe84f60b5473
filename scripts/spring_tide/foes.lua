-- What enemies do: their moves are data, and this carries out whatever those say.

local fight = require("fight")
local water = require("water")

-- Returns the damage of one blow of an enemy's next move, or 0.
local function harm(enemy)
  local move = move_of(enemy)
  if not (move and move.damage) then
    return 0
  end
  local n = water.on(move.damage, move.flood or 0, move.ebb or 0)
  return math.max(0, n + enemy.salt - enemy.numb)
end

-- Returns what all enemies are about to deal, before block.
local function all_harm()
  local n = 0
  for _, enemy in each("enemies") do
    local move = move_of(enemy)
    if move and move.damage then
      n = n + (harm(enemy) + vars.rust) * (move.times or 1)
    end
  end
  return n
end

-- Returns the hit points that the diver is about to lose.
local function danger()
  return math.max(0, all_harm() - vars.block)
end

-- Puts cards of no use among the player's, for this fight.
local function litter(id, n)
  for _ = 1, n do
    add(id, "discard", "fight_ended")
  end
end

-- Does what the next move of an enemy says.
local function act(enemy)
  local move = move_of(enemy)
  if move.damage then
    local n = harm(enemy)
    for _ = 1, move.times or 1 do
      if vars.hp > 0 and in_play(enemy) then
        fight.suffer(enemy, n)
      end
    end
  end
  if not in_play(enemy) then
    return
  end
  change(enemy, "block", move.block or 0)
  change(enemy, "salt", move.salt or 0)
  change(vars, "numb", move.numb or 0)
  change(vars, "rust", move.rust or 0)
  heal(enemy, move.heal or 0)
  litter("silt", move.silt or 0)
  litter("the_bends", move.bends or 0)
  if move.calls and count("enemies") < game.most_enemies then
    choose_move(add(move.calls, "enemies"))
  end
  if move.turns then
    water.turn()
  end
end

-- Returns whom an effect hits that nobody aims.
local function any()
  return pick("aim", "enemies")
end

return { act = act, all_harm = all_harm, any = any, danger = danger, harm = harm }
