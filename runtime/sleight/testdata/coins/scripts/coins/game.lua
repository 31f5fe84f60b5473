return {
  do_toss = function()
    roll_dice("coins")
    if at("coins", 1).value == 2 then
      vars.heads = vars.heads + 1
    end
    if vars.heads == game.enough then
      win("Three times heads.")
    end
  end,
}
