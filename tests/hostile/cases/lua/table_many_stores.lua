-- expect: script/fuel
-- Each new field costs one instruction, but also memory.
return {
  do_go = function(self)
    local all, i = {}, 0
    while true do
      i = i + 1
      local t = {}
      <<100 * "t.k%d = 1 ">>
      all[i] = t
    end
  end,
}
