-- expect: script/fuel
-- Printing warnings in an endless loop.
return {
  do_go = function(self)
    while true do warn("x") end
  end,
}
