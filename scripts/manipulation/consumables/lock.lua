-- Lock: a die keeps its value through the next turn and is free at the start of the one after.
-- `fresh_lock` marks it for this turn, in which it cannot be locked again.
return {
  use = function(_, die)
    lock_die(die, "turn_started", 2)
    set(die, "fresh_lock", true, "turn_started")
  end,
}
