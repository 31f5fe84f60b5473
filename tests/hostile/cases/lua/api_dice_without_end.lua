-- expect: script/fuel
-- Api dice without end.
return {
  do_go = function(self)
    while true do add_die("d6", "tray") end
  end,
}
