-- expect: script/unknown-name
-- Api write id.
return {
  do_go = function(self)
    local die = at("tray", 1)
    die.id = "d20"
  end,
}
