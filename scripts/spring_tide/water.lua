-- The tide: it moves one step with each card, and turns at both ends.

-- Turns the tide where it is.
local function turn()
  vars.flowing = not vars.flowing
  emit("turned", vars.flowing)
end

-- Moves the tide one step on.
local function move()
  local tide = vars.tide + (vars.flowing and 1 or -1)
  if tide >= 0 and tide <= game.crest then
    vars.tide = tide
  end
  if tide <= 0 or tide >= game.crest then
    turn()
  end
end

-- Sets the tide to low water, rising, where every fight begins.
local function reset()
  vars.tide = 0
  vars.flowing = true
end

return { move = move, reset = reset, turn = turn }
