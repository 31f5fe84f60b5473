-- expect: script/fuel
-- Functions made and kept.
return {
  do_go = function(self)
    local t, i = {}, 0
    while true do
      i = i + 1
      t[i] = function()
        return i
      end
    end
  end,
}
