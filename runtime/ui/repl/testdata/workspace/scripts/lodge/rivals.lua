return {
  start = function()
    roll_dice("table")
    enter_phase("turn")
  end,

  do_pass = function()
    change(vars, "score", 1)
    set_player(player() % players() + 1)
  end,
}
