-- Forward and its reference player as one script for stock Lua: what one would write by hand
-- without an engine. No card can be changed separately; nothing is checked, undone, counted or shown.
-- The engine's speed is compared with it; play() returns the result of a game.

local function card(kind, name, hp) return { kind = kind, name = name, hp = hp } end

local function new_deck()
  local deck = {}
  local function add(n, kind, name, hp)
    for _ = 1, n do deck[#deck + 1] = card(kind, name, hp) end
  end
  add(3, "enemy", "beast", 3)
  add(2, "enemy", "great_beast", 5)
  add(1, "enemy", "hollow", 7)
  add(1, "terror", "terror")
  add(3, "pit", "pit")
  add(1, "snare", "snare")
  add(1, "blessing", "blessing")
  add(3, "caesura", "caesura")
  add(1, "equipment", "gnarled_branch")
  add(1, "equipment", "empty_prism")
  add(1, "item", "old_boot")
  add(1, "item", "older_boot")
  return deck
end

local faces = { "miss", "block", "hit", "hit", "heavy_hit", "counter" }
local results = {
  miss = { damage = 0, guards = false },
  block = { damage = 0, guards = true },
  hit = { damage = 1, guards = false },
  heavy_hit = { damage = 2, guards = false },
  counter = { damage = 1, guards = true },
}

local random = math.random

local function shuffle(list)
  for i = #list, 2, -1 do
    local j = random(i)
    list[i], list[j] = list[j], list[i]
  end
end

local function hurt(g, amount)
  g.damage_taken = g.damage_taken + amount
  g.hp = math.max(0, g.hp - amount)
  return g.hp > 0
end

local function heal(g, amount)
  local before = g.hp
  g.hp = math.min(20, g.hp + amount)
  g.healed = g.healed + g.hp - before
end

local function can_spend(g) return g.lux > 0 and g.prism and not g.snare end

local function tend(g)
  while g.hp <= 13 and can_spend(g) do
    g.lux = g.lux - 1
    heal(g, 5)
    g.commands = g.commands + 1
  end
end

local function exchange(g, mine, theirs)
  local name = faces[mine]
  if mine == 1 and g.branch then name = "hit" end
  local m, t = results[name], results[faces[theirs]]
  local dealt, taken = m.damage, t.damage
  if t.guards then dealt = 0 end
  if m.guards then taken = 0 end
  return dealt, taken
end

local function fight(g, enemy)
  local hp = enemy.hp
  while hp > 0 do
    local dice = { random(6), random(6), random(6) }
    local theirs = random(6)
    tend(g)
    local best, most, least
    for i = 1, 3 do
      local dealt, taken = exchange(g, dice[i], theirs)
      if not best or dealt > most or dealt == most and taken < least then
        best, most, least = i, dealt, taken
      end
    end
    g.commands = g.commands + 1
    local dealt, taken = exchange(g, dice[best], theirs)
    hp = hp - dealt
    if taken > 0 and not hurt(g, taken) then return false end
  end
  return true
end

local function pit(g)
  local successes, failures = 0, 0
  while successes < 3 and failures < 3 do
    tend(g)
    g.commands = g.commands + 1
    local ok = random(6) >= 3
    while not ok and can_spend(g) do
      g.lux = g.lux - 1
      g.commands = g.commands + 1
      ok = random(6) >= 3
    end
    if ok then
      successes = successes + 1
    else
      failures = failures + 1
      if not hurt(g, 2) then return false end
    end
  end
  return true
end

local function terror(g)
  g.commands = g.commands + 1
  if can_spend(g) then
    g.lux = g.lux - 1
    return true
  end
  return hurt(g, 5)
end

local happens = {
  enemy = fight,
  pit = pit,
  terror = terror,
  snare = function(g) g.snare = true return true end,
  blessing = function(g) heal(g, 10) g.snare = false return true end,
  caesura = function(g) g.lux = math.min(3, g.lux + 1) return true end,
  equipment = function(g, c)
    if c.name == "empty_prism" then g.prism = true else g.branch = true end
    return true
  end,
  item = function() return true end,
}

function play()
  local g = { hp = 20, lux = 0, damage_taken = 0, healed = 0, commands = 0, resolved = 0 }
  local deck = new_deck()
  shuffle(deck)
  local lineup = { table.remove(deck), table.remove(deck), table.remove(deck) }
  while #lineup == 3 do
    tend(g)
    g.commands = g.commands + 1
    local place = random(3)
    local c = lineup[place]
    if not happens[c.kind](g, c) then break end
    g.resolved = g.resolved + 1
    if #deck > 0 then
      lineup[place] = table.remove(deck)
    else
      table.remove(lineup, place)
    end
  end
  return g.hp, g.damage_taken, g.healed, g.commands
end
