-- expect: game/phase-loop
-- A phase that enters itself.
return {
  do_go = function()
    enter_phase("play")
  end,
  enter_play = function()
    enter_phase("play")
  end,
}
