-- expect: script/fuel
-- Making closures that capture a local in an endless loop.
return {
  do_go = function(self)
    local all, i = {}, 0
    while true do
      i = i + 1
      all[i] = function() return i end
    end
  end,
}
