-- The tide: each card moves it by one step, and it turns at both ends.

-- Turns the tide at its current step.
local function turn()
  vars.flowing = not vars.flowing
  change(vars, "turnings", 1)
  emit("turned", vars.flowing)
end

-- Moves the tide by one step, unless it is moored: then it uses up one mooring instead.
local function move()
  if vars.moored > 0 then
    change(vars, "moored", -1)
    return
  end
  local tide = vars.tide + (vars.flowing and 1 or -1)
  if tide >= 0 and tide <= game.crest then
    vars.tide = tide
  end
  if tide <= 0 or tide >= game.crest then
    turn()
  end
end

-- Sets the tide to a step. It turns if it cannot go further from there.
local function set_to(step)
  vars.tide = step
  if step == 0 and not vars.flowing or step == game.crest and vars.flowing then
    turn()
  end
end

-- Sets the tide to low water, where every fight begins.
local function reset()
  vars.tide = 0
  vars.flowing = true
  vars.turnings = 0
end

-- High water is the upper steps, low water the lower ones. The wearer of the crown has both.
local function is_high()
  return vars.tide >= game.crest - game.margin or vars.crowned
end

local function is_low()
  return vars.tide <= game.margin or vars.crowned
end

-- Returns the step to which the next card takes the tide, in words.
local function current()
  if vars.moored > 0 then
    return "moored"
  end
  return vars.flowing and "rising" or "falling"
end

return {
  current = current,
  is_high = is_high,
  is_low = is_low,
  move = move,
  reset = reset,
  set_to = set_to,
  turn = turn,
}
