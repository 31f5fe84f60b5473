-- Helpers that several jokers share.

-- Returns the joker in effect that has this id, or nil.
local function in_effect(id)
  for _, joker in each("jokers") do
    if joker.id == id then
      return joker
    end
  end
end

-- Keeps a joker that was just drawn in effect, and returns it; when one like it is in effect
-- already, returns that one.
local function keep(drawn)
  local joker = in_effect(drawn.id)
  if joker then
    return joker
  end
  move_to(drawn, "jokers")
  return drawn
end

-- Takes a charge from a joker; the last charge removes it.
local function spend(joker)
  if joker.charges > 1 then
    change(joker, "charges", -1)
  else
    remove(joker)
  end
end

-- Returns how many charges the joker with this id has left, 0 when it is not in effect.
local function charges_of(id)
  local joker = in_effect(id)
  return joker and joker.charges or 0
end

return { charges_of = charges_of, in_effect = in_effect, keep = keep, spend = spend }
