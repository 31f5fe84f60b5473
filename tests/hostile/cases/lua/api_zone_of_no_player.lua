-- expect: script/unknown-name
-- Api zone of no player.
return {
  do_go = function(self)
    local zone = "tray@" .. "99"
    count(zone)
  end,
}
