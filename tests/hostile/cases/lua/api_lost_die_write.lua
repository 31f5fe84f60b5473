-- expect: game/gone
-- Changing a die that was removed, after a new one was added.
return {
  do_go = function(self)
    local die = at("tray", 1)
    remove_die(die)
    add_die("d6", "tray")
    set_die_value(die, 1)
  end,
}
