-- expect: script/unknown-name
-- Writing to the id of a die.
return {
  do_go = function(self)
    local die = at("tray", 1)
    die.id = "d20"
  end,
}
