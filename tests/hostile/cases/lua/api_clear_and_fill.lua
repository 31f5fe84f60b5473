-- expect: script/fuel
-- Filling and clearing a zone in an endless loop.
return {
  do_go = function(self)
    while true do
      for _ = 1, 100 do add_die("d6", "tray") end
      clear("tray")
    end
  end,
}
