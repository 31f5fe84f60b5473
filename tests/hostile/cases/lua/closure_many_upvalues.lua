-- expect: script/too-large
-- One instruction makes a closure that captures two hundred locals.
return {
  do_go = function(self)
    local all, i = {}, 0
    while true do
      i = i + 1
      local <<150 * "a%d, ">>z = i
      all[i] = function() return z<<150 * " + a%d">> end
    end
  end,
}
