-- expect: script/fuel
-- Listing all definitions in an endless loop.
return {
  do_go = function(self)
    while true do definitions("die") end
  end,
}
