-- The items that the player can find, and how they get into the inventory.

-- Returns the id of a random consumable; all are equally likely.
local function any_consumable(stream)
  return pick(stream, definitions("consumable"))
end

-- Returns the id of a relic that is neither owned nor on offer, or nil if none is left.
local function any_relic(stream)
  local unknown = {}
  for _, id in ipairs(definitions("relic")) do
    if not has(id) then
      table.insert(unknown, id)
    end
  end
  if #unknown > 0 then
    return pick(stream, unknown)
  end
end

-- Hands over an item on offer. Returns false if it is a consumable and the inventory is
-- full: it then waits, and the player is asked to discard one.
local function gain(item)
  if item.kind == "relic" then
    move_to(item, "relics")
  elseif has_room("inventory") then
    move_to(item, "inventory")
  else
    move_to(item, "waiting")
    enter_phase("discard")
    return false
  end
  emit("gained", item)
  return true
end

local function add_purse()
  local purse = add("purse", "offer")
  purse.amount = random("loot", game.gold_reward_min, game.gold_reward_max)
end

-- Draws the options of a reward independently: the same consumable may come twice. If
-- no relic is left, gold takes its place.
local function draw_offer()
  for _ = 1, game.reward_options do
    local sort = weighted("loot", "rewards")
    local id
    if sort == "consumable" then
      id = any_consumable("loot")
    elseif sort == "relic" then
      id = any_relic("loot")
    end
    if id then
      add(id, "offer")
    else
      add_purse()
    end
  end
end

-- Gives a chosen reward. Returns false like gain.
local function take(prize)
  if prize.kind == "card" then
    change(vars, "gold", prize.amount)
    return true
  end
  return gain(prize)
end

-- Finds a consumable somewhere. Returns false like gain.
local function find(stream)
  local item = add(any_consumable(stream), "offer")
  say("You find " .. item.name .. ".")
  return gain(item)
end

return {
  any_consumable = any_consumable,
  any_relic = any_relic,
  draw_offer = draw_offer,
  find = find,
  gain = gain,
  take = take,
}
