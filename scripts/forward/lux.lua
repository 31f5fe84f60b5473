-- Lux: whether it can be spent, and how much of its effect is left without the Empty Prism.

-- Returns whether lux works in full: the Empty Prism says so.
local function is_full()
  return modify("lux_free", false)
end

-- Returns whether lux can be spent but for the Snare.
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

-- Returns what an effect of lux comes to: all of it, or without the Prism half, rounded down.
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
