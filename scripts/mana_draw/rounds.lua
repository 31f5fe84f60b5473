-- Turns, rounds, and the end of the game.
-- A round: everybody is dealt a hand; a number of turns each; all dice are rerolled.

local source = require("source")
local spells = require("spells")

-- Calls f once for each player as the acting player, so that plain names mean that player's things.
local function for_each_player(f)
  local acting = player()
  for n = 1, players() do
    set_player(n)
    f(n)
  end
  set_player(acting)
end

local function fill_hand()
  draw("deck", "hand", math.max(0, game.hand_size - count("hand")))
end

local function deal()
  draw("hand", "deck", count("hand"))
  draw("discard", "deck", count("discard"))
  shuffle("deck")
  fill_hand()
end

-- The first round is a day; whoever starts a round acts last in the next one.
local function start_round()
  change(vars, "round", 1)
  vars.time = vars.round % 2 == 1 and "day" or "night"
  vars.first = (vars.round - 1) % players() + 1
  vars.turns_left = players() * game.turns_per_round
  for_each_player(deal)
  set_player(vars.first)
  say("Round " .. vars.round .. ", " .. vars.time .. ".")
  emit("round_started", vars.round)
  enter_phase("turn")
end

local function start()
  source.fill()
  shuffle("spell_deck", "spells")
  spells.fill()
  start_round()
end

local function start_turn()
  vars.dice_left = game.dice_per_turn
  emit("turn_started", player())
end

local function lose_mana()
  for _, color in ipairs(game.data.colors) do
    vars[color] = math.min(vars[color], game.mana_kept)
  end
end

local function mana_of(n)
  local total = 0
  for _, color in ipairs(game.data.colors) do
    total = total + var_of(n, color)
  end
  return total
end

-- Returns whether player a is ahead of player b: by score, then by the mana they have left.
local function is_ahead(a, b)
  local mine, other = var_of(a, "score"), var_of(b, "score")
  return mine > other or mine == other and mana_of(a) > mana_of(b)
end

-- Returns the players who are tied for the lead.
local function leaders()
  local list = {}
  for n = 1, players() do
    local beaten = false
    for other = 1, players() do
      beaten = beaten or is_ahead(other, n)
    end
    if not beaten then
      table.insert(list, n)
    end
  end
  return list
end

-- Returns the ranks of all players, player 1 first; players who tie have the same rank.
local function ranks()
  local list = {}
  for n = 1, players() do
    list[n] = 1
    for other = 1, players() do
      list[n] = list[n] + (is_ahead(other, n) and 1 or 0)
    end
  end
  return list
end

local function finish()
  local ahead = leaders()
  local points = var_of(ahead[1], "score") .. " points."
  if #ahead == 1 then
    vars.winner = ahead[1]
    win("Player " .. ahead[1] .. " wins with " .. points)
  else
    win("Players " .. table.concat(ahead, " and ") .. " share the victory with " .. points)
  end
end

local function end_round()
  source.end_round()
  for_each_player(lose_mana)
  emit("round_ended", vars.round)
  if vars.round < game.rounds then
    start_round()
  else
    finish()
  end
end

local function end_turn()
  source.end_turn()
  fill_hand()
  vars.dice_left = 0
  emit("turn_ended", player())
  change(vars, "turns_left", -1)
  if vars.turns_left == 0 then
    end_round()
  else
    set_player(player() % players() + 1)
    enter_phase("turn")
  end
end

-- Returns the acting player's lead over the best of the others, in points.
local function lead()
  local best = 0
  for n = 1, players() do
    if n ~= player() then
      best = math.max(best, var_of(n, "score"))
    end
  end
  return vars.score - best
end

-- Returns all mana of the acting player.
local function mana()
  return mana_of(player())
end

-- Returns the scores of all players, as in "3 : 8".
local function standings()
  local scores = {}
  for n = 1, players() do
    table.insert(scores, var_of(n, "score"))
  end
  return table.concat(scores, " : ")
end

return {
  end_turn = end_turn,
  lead = lead,
  mana = mana,
  ranks = ranks,
  standings = standings,
  start = start,
  start_turn = start_turn,
}
