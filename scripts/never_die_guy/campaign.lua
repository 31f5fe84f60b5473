-- From room to room and from domain to domain.

local grid = require("grid")
local hand = require("hand")

-- Returns the target of the current room, without rounding.
local function target()
  local base = game.base_target * game.domain_growth ^ (vars.domain_id - 1)
  return modify("target", base * game[vars.room_type .. "_multiplier"])
end

local function enter_room()
  vars.room_type = game.data.rooms[vars.rooms_won % #game.data.rooms + 1]
  vars.target_score = target()
  vars.current_score = 0
  vars.turn_number = 0
  vars.turns_remaining = game.turns
  vars.holds_remaining = modify("holds_per_room", game.holds)
  vars.blessings = game.blessings
  vars.globe_turns = game.globe_turns
  grid.populate()
  emit("room_entered")
  local words = "Domain %d, %s room: %s points in %d turns"
  say(string.format(words, vars.domain_id, vars.room_type, vars.target_score, vars.turns_remaining))
end

-- Moves on to the next room, or after a boss to the next domain.
local function next_room()
  if vars.room_type == "boss" then
    change(vars, "domain_id", 1)
  end
  enter_room()
  enter_phase("draw")
end

-- Lays out relics and jokers that the player does not have yet. Returns whether there are any.
local function offer()
  local left = {}
  for _, kind in ipairs({ "relic", "joker" }) do
    for _, id in ipairs(definitions(kind)) do
      if not has(id) then
        left[#left + 1] = id
      end
    end
  end
  while #left > 0 and count("offer") < game.offer_size do
    local i = random("offer", 1, #left)
    add(left[i], "offer")
    table.remove(left, i)
  end
  return count("offer") > 0
end

local function leave_reward()
  clear("offer")
  next_room()
end

-- A boss leaves a choice of rewards; defeating the last boss wins the campaign.
local function room_won()
  local boss = vars.room_type == "boss"
  change(vars, "rooms_won", 1)
  hand.collect()
  say("The room is yours")
  emit("room_won")
  if boss and vars.domain_id == game.domains then
    win("All domains are yours. Data is eternal.")
  elseif boss and offer() then
    enter_phase("reward")
  else
    next_room()
  end
end

-- Victory is tested before defeat.
local function check_end()
  change(vars, "turns_remaining", -1)
  if vars.current_score >= vars.target_score then
    room_won()
  elseif vars.turns_remaining == 0 then
    local short = vars.target_score - vars.current_score
    lose(string.format("Out of turns in domain %d, %s points short.", vars.domain_id, short))
  else
    enter_phase("draw")
  end
end

return { check_end = check_end, enter_room = enter_room, leave_reward = leave_reward }
