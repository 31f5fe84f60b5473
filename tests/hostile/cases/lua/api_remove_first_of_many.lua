-- expect: script/fuel
-- Api remove first of many.
return {
  do_go = function(self)
    for _ = 1, 3000 do add_die("d6", "tray") end
    while true do
      move_to(at("tray", 1), "tray")
    end
  end,
}
