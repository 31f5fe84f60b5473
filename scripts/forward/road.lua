-- The lineup: choosing a card, refilling the lineup, and the end of the road.

local memory = require("memory")

-- Draws a card into a place of the lineup, while there are cards and room.
local function fill(place)
  local card = top("deck")
  if card and has_room("lineup") then
    move_to(card, "lineup", place)
    memory.came(place)
  end
end

-- Replaces each card of the deck that has an id by another card.
local function replace(id, other)
  for _, card in each("deck") do
    if card.id == id then
      transform(card, other)
    end
  end
end

-- Replaces cards of the deck as the parameters say.
local function change_deck()
  local terror = game.data.terrors[game.terror_wants]
  if terror then
    replace("terror", terror)
  end
  for i, boot in ipairs(game.data.boots) do
    if i <= game.healing_items then
      replace(boot, "waybread")
    end
  end
end

-- Places the Empty Prism if the parameters fix its place; usually it is anywhere in the deck.
local function place_prism()
  if game.prism_start ~= 1 and game.prism_start ~= 2 then
    return
  end
  for _, card in each("deck") do
    if card.id == "empty_prism" then
      if game.prism_start == 2 then
        move_to(card, "equipment")
      else
        move_to(card, "deck", random("prism", 1, math.min(game.prism_among, count("deck"))))
      end
      return
    end
  end
end

-- Turns a card of the lineup face up and begins its encounter. Its place stays empty until the end.
local function step_to(card)
  vars.gap = card.index
  memory.left(card.index)
  reveal(card)
  move_to(card, "encounter")
end

-- Continues once the encounter is over, whatever happened to its card.
local function go_on()
  change(vars, "resolved", 1)
  vars.peeked = false
  fill(vars.gap)
  local left = count("lineup")
  if left == 0 or left < game.lineup_size and game.play_on == 0 then
    win("You have come through.")
  else
    enter_phase("choose")
  end
end

-- Puts a resolved card aside and continues.
local function finish(card)
  move_to(card, "discard")
  go_on()
end

-- Ends a peek: every card is face down again, and those listed go back into the deck for others.
local function put_back(cards)
  for _, card in each("lineup") do
    hide(card)
  end
  local places = {}
  for i, card in ipairs(cards) do
    places[i] = card.index
  end
  for _, card in ipairs(cards) do
    memory.left(card.index)
    move_to(card, "deck")
  end
  if #cards > 0 then
    shuffle("deck")
  end
  table.sort(places)
  for _, place in ipairs(places) do
    fill(place)
  end
  enter_phase("choose")
end

return {
  change_deck = change_deck,
  finish = finish,
  go_on = go_on,
  place_prism = place_prism,
  put_back = put_back,
  step_to = step_to,
}
