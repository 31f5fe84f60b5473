-- expect: game/gone
-- Api lost die read.
return {
  do_go = function(self)
    local die = at("tray", 1)
    remove_die(die)
    add_die("d6", "tray")
    say(die.value)
  end,
}
