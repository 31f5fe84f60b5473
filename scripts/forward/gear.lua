-- Equipment and items: a found card goes into a free slot automatically.

local road = require("road")

-- Returns the zone with the slots for a card.
local function slots(card)
  if card.kind == "relic" then
    return "equipment"
  end
  return "items"
end

-- Takes the found card; if the slots are full, the player is asked what to swap.
local function find(card)
  if has_room(slots(card)) then
    move_to(card, slots(card))
    road.go_on()
  else
    enter_phase("swap")
  end
end

local function swap(old, new)
  move_to(old, "discard")
  move_to(new, slots(new))
  road.go_on()
end

-- Puts a used item aside. If it was used to make room, the waiting card takes its slot.
local function used_up(item)
  move_to(item, "discard")
  if phase() == "swap" then
    find(top("encounter"))
  end
end

return { find = find, slots = slots, swap = swap, used_up = used_up }
