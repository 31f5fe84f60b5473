-- expect: script/fuel
-- Making and keeping long strings in an endless loop.
return {
  do_go = function(self)
    local all, i = {}, 0
    while true do
      i = i + 1
      all[i] = ("x"):rep(4000) .. i
    end
  end,
}
