-- The shop: its stock and its prices.

local loot = require("loot")

-- Returns the current price of an item. The list prices are parameters of the game.
local function price(item)
  local list
  if item.kind == "relic" then
    list = game.shop_price_relic
  else
    list = game["shop_price_" .. item.rarity]
  end
  return math.floor(modify("price", list, item))
end

local function open()
  for _ = 1, game.shop_consumables do
    add(loot.any_consumable("shop"), "shop")
  end
  local relic = loot.any_relic("shop")
  if relic then
    add(relic, "shop")
  end
  enter_phase("shop")
end

-- Reverses a purchase for which the player did not make room.
local function take_back(item)
  change(vars, "gold", price(item))
  move_to(item, "shop")
end

return { open = open, price = price, take_back = take_back }
