-- Enemy moves: they are data, and this script carries them out.

local fight = require("fight")
local water = require("water")

-- Returns the damage of one blow of a move, at this step of the tide.
local function blow(enemy, move)
  local n = move.damage + enemy.salt - enemy.numb
  if move.flood then
    n = n + move.flood * vars.tide
  elseif move.ebb then
    n = n + move.ebb * (game.crest - vars.tide)
  end
  return n > 0 and n or 0
end

-- Returns the damage of one blow of an enemy's next move, or 0.
local function harm(enemy)
  local move = move_of(enemy)
  return move and move.damage and blow(enemy, move) or 0
end

-- Returns the damage that all enemies are about to deal, before block.
local function all_harm()
  local n = 0
  for _, enemy in each("enemies") do
    local move = move_of(enemy)
    if move and move.damage then
      n = n + (blow(enemy, move) + vars.rust) * (move.times or 1)
    end
  end
  return n
end

-- Returns the hit points that the diver is about to lose.
local function danger()
  return math.max(0, all_harm() - vars.block)
end

-- Adds useless cards to the player's, for this fight.
local function litter(id, n)
  for _ = 1, n do
    add(id, "discard", "fight_ended")
  end
end

-- Carries out an enemy's next move.
local function act(enemy)
  local move = move_of(enemy)
  if move.damage then
    local n = blow(enemy, move)
    for _ = 1, move.times or 1 do
      if vars.hp == 0 or not in_play(enemy) then
        return
      end
      fight.suffer(enemy, n)
    end
    if not in_play(enemy) then
      return
    end
  end
  if move.block then
    change(enemy, "block", move.block)
  end
  if move.salt then
    change(enemy, "salt", move.salt)
  end
  if move.heal then
    heal(enemy, move.heal)
  end
  if move.numb then
    change(vars, "numb", move.numb)
  end
  if move.rust then
    change(vars, "rust", move.rust)
  end
  if move.silt then
    litter("silt", move.silt)
  end
  if move.bends then
    litter("the_bends", move.bends)
  end
  if move.calls and count("enemies") < game.most_enemies then
    choose_move(add(move.calls, "enemies"))
  end
  if move.turns then
    water.turn()
  end
end

-- Returns a target at random, for an effect that the player does not aim.
local function any()
  return pick("aim", "enemies")
end

return { act = act, all_harm = all_harm, any = any, danger = danger, harm = harm }
