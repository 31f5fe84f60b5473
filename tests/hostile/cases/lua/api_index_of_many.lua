-- expect: script/fuel
-- Finding the index of the last of 3000 dice in an endless loop.
return {
  do_go = function(self)
    for _ = 1, 3000 do add_die("d6", "tray") end
    local last = at("tray", 3000)
    while true do local i = last.index end
  end,
}
