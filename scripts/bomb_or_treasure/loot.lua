-- Loot: what a treasure brings, a number or a joker.

local run = require("run")

local function draw_number()
  return random("number", 1, game.numbers)
end

-- A duplicate: the shield takes it; else charges draw again; else the run is over.
local function duplicate(number)
  if vars.run_has_shield then
    vars.run_has_shield = false
    say("The shield takes the second " .. number)
    return
  end
  while run.has_number(number) do
    if vars.scrambler_charges == 0 then
      say("A second " .. number .. ": bust")
      emit("busted")
      run.reset()
      return
    end
    change(vars, "scrambler_charges", -1)
    number = draw_number()
  end
  run.collect(number)
end

-- Draws a joker, each as likely as its weight, and lets it act. Then it goes, unless it has moved
-- elsewhere.
local function draw_joker()
  local hat = {}
  for _, id in ipairs(definitions("joker")) do
    for _ = 1, definition("joker/" .. id).weight do
      hat[#hat + 1] = id
    end
  end
  local joker = add(pick("joker", hat), "drawn")
  say(joker.name)
  emit("joker_drawn", joker)
  clear("drawn")
end

local function draw_loot()
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

return { draw = draw_loot }
