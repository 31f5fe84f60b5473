-- The Source: the dice that all players share.
-- A die is free, or taken: by using it as mana (until the turn ends) or by a claim (until the
-- round ends). Mana Draw gives its die back at once, so it never counts as taken, and there is
-- nothing to reroll at the end of the turn.

local function is_basic(color)
  for _, basic in ipairs(game.data.colors) do
    if basic == color then
      return true
    end
  end
  return false
end

-- Returns whether black dice count as gold for the acting player.
local function is_night()
  return vars.time == "night" or vars.night_sight
end

-- Returns the colors of mana that a die may be used for: none when it is depleted.
local function colors_of(die)
  local color = die.face
  if is_basic(color) then
    return { color }
  elseif color == "gold" or is_night() then
    return game.data.colors
  end
  return {}
end

local function is_depleted(die)
  return #colors_of(die) == 0
end

local function is_free(die)
  return die.taken_by == 0
end

-- Returns whether the die can be used as mana.
local function is_usable(die)
  return is_free(die) and not is_depleted(die)
end

-- Returns whether the die is free and shows a basic color, neither gold nor black.
local function is_free_basic(die)
  return is_free(die) and is_basic(die.face)
end

-- Returns the dice that nobody has taken, depleted ones too.
local function free()
  local list = {}
  for _, die in each("source") do
    if is_free(die) then
      table.insert(list, die)
    end
  end
  return list
end

local function roll(die)
  roll_die(die, "source")
end

local function gain(color, amount)
  change(vars, color, amount)
end

-- Takes a die and keeps it from the others until it is given back.
local function take(die)
  die.taken_by = player()
end

local function give_back(die)
  die.taken_by = 0
  die.used = false
end

-- Uses a die as mana.
local function use(die, color)
  take(die)
  die.used = true
  gain(color, game.die_mana)
end

-- Draws mana: sets a die to a color, gains that many tokens of it, and gives the die back at
-- once. Without a die it does nothing.
local function draw_mana(die, color, amount)
  if not die then
    say("No dice available in the Source")
    return
  end
  if not is_free(die) then
    refuse("That die is taken")
  end
  set_die_face(die, color)
  gain(color, amount)
  say("Set die to " .. color .. ", gained " .. amount .. " " .. color .. " mana")
  emit("mana_drawn", die, color)
end

-- At the end of a turn: the dice used in it go back and are rerolled, no others.
local function end_turn()
  for _, die in each("source") do
    if die.used then
      give_back(die)
      roll(die)
    end
  end
end

-- At the end of a round: all dice go back and are rerolled.
local function end_round()
  for _, die in each("source") do
    give_back(die)
    roll(die)
  end
end

local function fill()
  for _ = 1, players() + game.extra_dice do
    roll(add("mana_die", "source"))
  end
end

-- Returns the words in which a die is offered.
local function offer(die)
  return "Take the " .. die.face .. " die"
end

-- Returns the dice of the Source, in words.
local function describe()
  local words = {}
  for _, die in each("source") do
    local word = die.face
    if not is_free(die) then
      word = word .. " (player " .. die.taken_by .. ")"
    elseif is_depleted(die) then
      word = word .. " (depleted)"
    end
    table.insert(words, word)
  end
  return table.concat(words, ", ")
end

return {
  colors_of = colors_of,
  describe = describe,
  draw_mana = draw_mana,
  end_round = end_round,
  end_turn = end_turn,
  fill = fill,
  free = free,
  gain = gain,
  is_free = is_free,
  is_free_basic = is_free_basic,
  is_usable = is_usable,
  offer = offer,
  roll = roll,
  take = take,
  use = use,
}
