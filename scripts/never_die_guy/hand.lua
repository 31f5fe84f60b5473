-- How dice move: from the pool into the hand, and from there to the exhausted dice.

-- Fills the pool of a campaign: some dice of each type, and one more of randomly drawn types
-- until it is full.
local function fill_pool()
  local types = definitions("die")
  for _, id in ipairs(types) do
    for _ = 1, game.each_type do
      add(id, "pool")
    end
  end
  local rest = table.copy(types)
  while count("pool") < game.pool_size and #rest > 0 do
    local i = random("pool", 1, #rest)
    add(rest[i], "pool")
    table.remove(rest, i)
  end
  shuffle("pool", "pool")
end

-- Shuffles the dice of a zone back into the pool, where no die is held or shows a value.
local function recycle(zone)
  for _, die in each(zone) do
    unhold_die(die)
    set_die_value(die, 0)
    move_to(die, "pool")
  end
  shuffle("pool", "pool")
end

-- Puts every die back for a new room.
local function collect()
  recycle("hand")
  recycle("exhausted")
end

-- Fills the hand. When the pool runs out, its last dice are drawn, the exhausted dice are
-- shuffled into it, and drawing continues.
local function draw_hand()
  draw("pool", "hand", game.hand_size - count("hand"))
  if count("hand") < game.hand_size and count("exhausted") > 0 then
    recycle("exhausted")
    draw("pool", "hand", game.hand_size - count("hand"))
  end
end

local function roll()
  roll_dice("hand")
end

-- Returns the values of the dice in words, since a hand that wins a room is gone at once.
local function words()
  local list = {}
  for i, die in each("hand") do
    list[i] = die.value > 0 and die.value or "–"
  end
  return table.concat(list, ", ")
end

-- Held dice stay in the hand with their values; the others are exhausted.
local function exhaust()
  for _, die in each("hand") do
    if not die.held then
      move_to(die, "exhausted")
    end
  end
end

-- Blesses a die (direction 1) or curses it (-1). It stays within its sides.
local function bless(die, direction)
  local amount = direction * modify("blessing", game.blessing, die)
  nudge_die(die, amount)
  emit("blessed", die, amount)
end

return {
  bless = bless,
  collect = collect,
  draw = draw_hand,
  exhaust = exhaust,
  fill_pool = fill_pool,
  roll = roll,
  words = words,
}
