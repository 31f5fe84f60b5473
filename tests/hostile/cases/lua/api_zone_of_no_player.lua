-- expect: script/unknown-name
-- The zone of a player who does not exist.
return {
  do_go = function(self)
    local zone = "tray@" .. "99"
    count(zone)
  end,
}
