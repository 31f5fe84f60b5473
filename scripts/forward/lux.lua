-- Lux: whether it can be spent, and how much of its effect remains without the Empty Prism.

-- Returns whether lux works in full, which depends on the Empty Prism.
local function is_full()
  return modify("lux_free", false)
end

-- Returns whether lux can be spent, apart from the Snare.
local function is_usable()
  return is_full() or game.lux_without_prism == 1
end

-- Returns whether something, such as the Snare, forbids spending lux.
local function is_barred()
  return modify("lux_barred", false)
end

local function is_free()
  return is_usable() and not is_barred()
end

-- Returns the effect of lux: all of it, or half without the Prism, rounded down.
local function share(amount)
  if is_full() then
    return amount
  end
  return math.floor(amount / 2)
end

return {
  is_barred = is_barred,
  is_free = is_free,
  is_full = is_full,
  is_usable = is_usable,
  share = share,
}
