-- expect: script/fuel
-- Making and keeping tables with fifty named fields in an endless loop.
return {
  do_go = function(self)
    local all, i = {}, 0
    while true do
      i = i + 1
      all[i] = {<<50 * "k%d = 1, ">>z = 1}
    end
  end,
}
