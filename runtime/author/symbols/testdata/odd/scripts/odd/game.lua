local tools = require("tools")
return {
  start = function() enter_phase("day") end,
  do_pay = function(_, card)
    vars.gold = vars.gold - tools.cost(card) - game.card
    emit("paid", card and card.worth or 1)
    move_to(card or top("hand"), "pile")
    if vars.gold < 1 then win("Paid.") end
  end,
}
