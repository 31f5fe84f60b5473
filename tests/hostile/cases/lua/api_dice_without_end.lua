-- expect: script/fuel
-- Adding dice in an endless loop.
return {
  do_go = function(self)
    while true do add_die("d6", "tray") end
  end,
}
