-- What many cards do.
local cards = {}

-- A player draws; an empty deck is made of the discard pile.
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

-- Does something to every other player, unless they are spared.
function cards.attack(effect)
  local attacker = player()
  for other = 1, players() do
    if other ~= attacker then
      set_player(other)
      if not modify("spared", false, other) then
        effect(other)
      end
    end
  end
  set_player(attacker)
end

return cards
