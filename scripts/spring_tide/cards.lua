-- Where cards go: drawn, played, sunk, discarded.

local water = require("water")

-- Draws cards; when the deck runs out, the discard pile becomes the deck.
local function draw_cards(n)
  local drawn = draw("deck", "hand", n)
  if drawn < n and count("discard") > 0 then
    draw("discard", "deck", count("discard"))
    shuffle("deck")
    drawn = drawn + draw("deck", "hand", n - drawn)
  end
  return drawn
end

-- Sinks a card: it stays on the seabed until the fight ends.
local function sink(card)
  move_to(card, "seabed")
  emit("sunk", card)
end

-- Puts a played card where it belongs, and moves the tide.
local function played(card)
  if in_play(card) then
    if card.suit == "rig" then
      move_to(card, "rigging")
    elseif card.sinks then
      sink(card)
    else
      move_to(card, "discard")
    end
    vars.last_card = card
  end
  change(vars, "cards_played", 1)
  emit("played", card)
  if not card.slack then
    water.move()
  end
end

-- Plays the top card of the deck for free; if it needs a target, it hits the given enemy. A card
-- that cannot be played stays in the deck. Meanwhile it is in the hand, so that it does not find
-- itself on top of the deck.
local function play_top(enemy)
  local card = top("deck")
  if card and card.use then
    move_to(card, "hand")
    if not play_free(card) and not play_free(card, enemy) then
      move_to(card, "deck", 1)
    end
  end
end

-- Discards the hand, except the cards that stay.
local function discard_hand()
  if matching("hand", "stays", true) == 0 then
    draw("hand", "discard", count("hand"))
    return
  end
  for _, card in each("hand") do
    if not card.stays then
      move_to(card, "discard")
    end
  end
end

-- Puts every card back into the deck.
local function collect()
  for _, zone in ipairs({ "hand", "discard", "seabed", "rigging" }) do
    draw(zone, "deck", count(zone))
  end
end

-- Makes a card free for the rest of the turn.
local function free(card)
  set(card, "breath", 0, "turn_ended")
end

return {
  collect = collect,
  discard_hand = discard_hand,
  draw = draw_cards,
  free = free,
  play_top = play_top,
  played = played,
  sink = sink,
}
