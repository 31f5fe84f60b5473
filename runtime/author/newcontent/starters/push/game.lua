-- The rules of <<.Name>>. The game itself is declared in content/<<.Pack>>/game.yaml.

local luck = require("luck")

local function end_round()
  for _, card in each("drawn") do
    move_to(card, "deck")
  end
  shuffle("deck")
  change(vars, "rounds_left", -1)
  if vars.total >= game.goal then
    win("Your purse is full.")
  elseif vars.rounds_left == 0 then
    lose("The day is over.")
  end
end

return {
  start = function()
    shuffle("deck")
  end,

  do_draw = function()
    local card = top("deck")
    move_to(card, "drawn")
    say(card.name)
    if luck.snakes() >= game.bites then
      say("Bitten!")
      end_round()
    end
  end,

  do_stop = function()
    change(vars, "total", luck.worth())
    end_round()
  end,
}
