-- Nudge: one die, one step up or down.
return {
  use = function(_, die, direction)
    nudge_die(die, direction)
  end,
}
