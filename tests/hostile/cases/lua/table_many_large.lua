-- expect: script/fuel
-- Making and keeping lists of 200 items in an endless loop.
return {
  do_go = function(self)
    local all, i = {}, 0
    while true do
      i = i + 1
      all[i] = {<<200 * "1, ">>1}
    end
  end,
}
