-- expect: script/fuel
-- Api definitions often.
return {
  do_go = function(self)
    while true do definitions("die") end
  end,
}
