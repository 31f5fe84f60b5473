-- expect: script/fuel
-- Grouping a large zone by kind in an endless loop.
return {
  do_go = function(self)
    for _ = 1, 500 do add_die("d6", "tray") end
    while true do kinds("tray") end
  end,
}
