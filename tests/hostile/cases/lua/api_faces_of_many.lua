-- expect: script/fuel
-- Listing the faces of a die with a thousand sides in an endless loop.
return {
  do_go = function(self)
    set_die_sides(at("tray", 1), 1000)
    while true do faces(at("tray", 1)) end
  end,
}
