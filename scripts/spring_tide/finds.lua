-- Finds: cards after a fight, relics, bottles, and their prices in a shop.

-- Returns the rarity of the next card. Legendary cards appear only for players who have silenced
-- the bell before.
local function card_rarity()
  local rarity = weighted("finds", "rarities")
  return rarity == "legendary" and vars.wins == 0 and "rare" or rarity
end

-- Draws different cards, common ones more often than rare ones.
local function cards(n)
  local left, drawn = {}, {}
  for i = 1, n do
    local rarity = card_rarity()
    left[rarity] = left[rarity] or definitions("card", nil, rarity)
    drawn[i] = table.remove(left[rarity], random("finds", 1, #left[rarity]))
  end
  return drawn
end

-- Returns the id of a relic that the player does not own yet, or nil; common ones come more often.
local function relic()
  local entries, held = {}, {}
  for i, id in ipairs(definitions("relic")) do
    local rarity = definition("relic/" .. id).rarity
    entries[i] = { id = id, weight = game.data.relic_weights[rarity] or 0 }
  end
  for i, owned in each("relics") do
    held[i] = owned.id
  end
  return weighted("finds", entries, held)
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
  return pick("finds", definitions("consumable", nil, weighted("finds", "bottles")))
end

-- Takes a bottle, if there is room for it.
local function gain_bottle()
  if has_room("bottles") then
    local item = add(bottle(), "bottles")
    say("You find " .. item.name .. ".")
  end
end

-- Returns the price of a thing in the shop.
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
