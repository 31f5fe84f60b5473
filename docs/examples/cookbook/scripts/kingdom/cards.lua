-- Functions that many cards share.
local cards = {}

-- Draws cards for a player; if the deck is empty, the discard pile becomes the deck.
function cards.draw(n)
  for _ = 1, n do
    if count("deck") == 0 then
      for _, card in each("discards") do
        move_to(card, "deck")
      end
      shuffle("deck")
    end
    draw("deck", "hand")
  end
end

function cards.gain(id)
  emit("gained", add(id, "discards"))
end

-- Calls a function for every other player who is not protected.
function cards.attack(effect)
  local attacker = player()
  for other = 1, players() do
    if other ~= attacker then
      set_player(other)
      if not modify("protected", false, other) then
        effect(other)
      end
    end
  end
  set_player(attacker)
end

return cards
