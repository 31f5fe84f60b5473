-- expect: script/fuel
-- Moving the first of 3000 dice in an endless loop.
return {
  do_go = function(self)
    for _ = 1, 3000 do add_die("d6", "tray") end
    while true do
      move_to(at("tray", 1), "tray")
    end
  end,
}
