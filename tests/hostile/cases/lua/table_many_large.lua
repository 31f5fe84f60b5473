-- expect: script/fuel
-- Table many large.
return {
  do_go = function(self)
    local all, i = {}, 0
    while true do
      i = i + 1
      all[i] = {<<200 * "1, ">>1}
    end
  end,
}
