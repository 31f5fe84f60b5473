-- Loot: a treasure brings a number or a joker.

local run = require("run")

local function draw_number()
  local number = random("number", 1, game.numbers)
  tell(0, "Number " .. number) -- revealed to all: after a bust, nothing else shows it
  return number
end

-- A duplicate number ends the run, unless a joker prevents it.
local function duplicate(number)
  vars.averted = false
  emit("duplicate_found", number)
  if not vars.averted then
    say("A duplicate: bust")
    emit("busted")
    run.reset()
  end
end

-- Lists the ids of all jokers, each as often as its weight.
local function hat()
  local ids = {}
  for _, id in ipairs(definitions("joker")) do
    for _ = 1, definition("joker/" .. id).weight do
      table.insert(ids, id)
    end
  end
  return ids
end

-- Draws a joker and lets it act. A joker that has not moved itself by then is removed.
local function draw_joker()
  local joker = add(pick("joker", hat()), "drawn")
  say(joker.name)
  emit("joker_drawn", joker)
  clear("drawn")
end

local function draw()
  if chance("loot", game.joker_chance) then
    draw_joker()
    return
  end
  local number = draw_number()
  if run.has_number(number) then
    duplicate(number)
  else
    run.collect(number)
  end
end

return { draw = draw, draw_number = draw_number }
