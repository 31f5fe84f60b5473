-- What the sea gives: cards after a fight, relics, bottles, and what a shop asks for them.

-- Returns the ids of a kind that can be found, by rarity: those that have one, without upgrades.
-- Legends show themselves only to who has silenced the bell before.
local function by_rarity(kind)
  local found = { common = {}, uncommon = {}, rare = {}, legendary = {} }
  for _, id in ipairs(definitions(kind)) do
    local it = definition(kind .. "/" .. id)
    if it.rarity and not it.upgrade_of then
      table.insert(found[it.rarity], id)
    end
  end
  if vars.wins == 0 then
    found.legendary = found.rare
  end
  return found
end

-- Draws different cards, common ones more often than rare ones.
local function cards(n)
  local found, drawn = by_rarity("card"), {}
  for i = 1, n do
    local left = found[weighted("finds", "rarities")]
    drawn[i] = table.remove(left, random("finds", 1, #left))
  end
  return drawn
end

-- Returns the id of a relic that the player has not yet, or nil.
local function relic()
  local unknown = {}
  for _, id in ipairs(definitions("relic")) do
    if definition("relic/" .. id).rarity and not has("relic/" .. id) then
      unknown[#unknown + 1] = id
    end
  end
  return pick("finds", unknown)
end

local function gain_relic(id)
  if id then
    local item = add(id, "relics")
    say("You find " .. item.name .. ".")
    emit("gained", item)
  end
end

-- Returns the id of a bottle, common ones more often.
local function bottle()
  local entries = {}
  for _, id in ipairs(definitions("consumable")) do
    local odds = definition("consumable/" .. id).rarity
    entries[#entries + 1] = { id = id, weight = game.data.odds[odds] }
  end
  return weighted("finds", entries)
end

-- Takes a bottle along, if there is room for it.
local function gain_bottle()
  if has_room("bottles") then
    local item = add(bottle(), "bottles")
    say("You find " .. item.name .. ".")
  end
end

-- Returns what a thing costs in the shop.
local function price(item)
  local list = game.data.prices[item.kind][item.rarity]
  return math.floor(modify("price", list, item))
end

-- Fills the shop. One of its cards is on sale.
local function stock()
  for _, id in ipairs(cards(game.shop_cards)) do
    add(id, "shop")
  end
  for _ = 1, game.shop_relics do
    local id = relic()
    if id then
      add(id, "shop")
    end
  end
  for _ = 1, game.shop_bottles do
    add(bottle(), "shop")
  end
end

return {
  cards = cards,
  gain_bottle = gain_bottle,
  gain_relic = gain_relic,
  price = price,
  relic = relic,
  stock = stock,
}
