-- expect: script/fuel
-- Copying a large zone with all() in an endless loop.
return {
  do_go = function(self)
    for _ = 1, 500 do add_die("d6", "tray") end
    while true do all("tray") end
  end,
}
