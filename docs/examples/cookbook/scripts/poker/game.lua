local suits = require("suits")

-- Reports whether the cards are a flush.
local function flush(cards)
  local needed = modify("flush_size", 5)
  for _, suit in ipairs(suits.all) do
    local n = 0
    for _, card in ipairs(cards) do
      n = n + (suits.is(card, suit) and 1 or 0)
    end
    if n >= needed then
      return true
    end
  end
  return false
end

return {
  do_play = function()
    ask("play", { from = "hand", min = 1, max = 5 })
  end,

  -- Jokers act from left to right, the order of their zone.
  chosen_play = function(_, cards)
    for _, card in ipairs(cards) do
      move_to(card, "played")
    end
    local chips = 0
    for _, card in ipairs(cards) do
      for _ = 1, modify("triggers", 1, card) do
        chips = chips + modify("chips", card.value, card)
        emit("scored", card)
      end
    end
    vars.score = vars.score + math.floor(chips * modify("mult", flush(cards) and 4 or 1))
    for _, card in ipairs(cards) do
      emit("played", card)
    end
    for _, card in each("played") do
      move_to(card, "spent")
    end
    if vars.score >= 300 then
      win()
    elseif count("hand") == 0 then
      lose()
    elseif vars.hands == 0 then
      emit("round_ended")
      vars.hands = 4
    end
  end,

  do_sell = function(_, joker)
    emit("sold", joker)
    remove(joker)
    change(vars, "money", 2)
  end,

  do_buy = function()
    add(pick("jokers", definitions("joker")), "jokers")
  end,
}
