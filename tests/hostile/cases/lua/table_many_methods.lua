-- expect: script/fuel
-- Making and keeping tables with fifty methods in an endless loop.
return {
  do_go = function(self)
    local all, i = {}, 0
    while true do
      i = i + 1
      local t = {}
      <<50 * "function t.k%d() end ">>
      all[i] = t
    end
  end,
}
