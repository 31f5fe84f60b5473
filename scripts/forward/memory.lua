-- The player's knowledge of the lineup. A peek turns cards face down again, and then no view and no
-- bot can read them, so a variable keeps the ids of the seen cards in order, with a
-- question mark for each card that is unknown. The variable is empty while nothing is known.

local unknown = "?"

-- Returns the ids in the order of the lineup, without trailing unknown cards.
local function places()
  local list = {}
  for id in string.gmatch(vars.seen_cards, "%S+") do
    list[#list + 1] = id
  end
  return list
end

local function keep(list)
  while list[#list] == unknown do
    list[#list] = nil
  end
  vars.seen_cards = table.concat(list, " ")
end

-- Returns the id of the card in a place of the lineup, or nil if the player has not seen it.
local function at_place(place)
  local id = places()[place]
  return id ~= unknown and id or nil
end

-- Remembers the cards of the lineup that are face up.
local function note()
  local list = places()
  for i, card in each("lineup") do
    list[i] = card.face_up and card.id or list[i] or unknown
  end
  keep(list)
end

-- A card has left the lineup; those after it move up.
local function left(place)
  if vars.seen_cards ~= "" then
    local list = places()
    if list[place] then
      table.remove(list, place)
      keep(list)
    end
  end
end

-- An unknown card has come into the lineup; those after it move back.
local function came(place)
  if vars.seen_cards ~= "" then
    local list = places()
    if list[place] then
      table.insert(list, place, unknown)
      keep(list)
    end
  end
end

-- Returns the known cards in words: "l1 Beast, l3 Pit".
local function words()
  local list = {}
  for i, id in ipairs(places()) do
    if id ~= unknown then
      list[#list + 1] = "l" .. i .. " " .. definition(id).name
    end
  end
  return table.concat(list, ", ")
end

return { at_place = at_place, came = came, left = left, note = note, words = words }
