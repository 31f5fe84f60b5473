local cards = require("cards")

return {
  start = function()
    for n = players(), 1, -1 do
      set_player(n)
      shuffle("deck")
      cards.draw(5)
    end
  end,

  on_used = function(_, card)
    if in_play(card) then
      move_to(card, "play")
    end
  end,

  do_buy = function(_, card)
    cards.gain(card.id)
  end,

  do_end_turn = function()
    for _, card in each("hand") do
      move_to(card, "discards")
    end
    for _, card in each("play") do
      if not tagged(card, "duration") then
        move_to(card, "discards")
      end
    end
    cards.draw(5)
    vars.actions, vars.buys, vars.coins = 1, 1, 0
    set_player(player() % players() + 1)
    emit("turn_started", player())
    if count("discards") > 30 then
      win()
    end
  end,
}
