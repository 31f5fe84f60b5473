-- expect: script/fuel
-- Many long strings at once.
return {
  do_go = function(self)
    local t, s = {}, string.rep("x", 4000)
    for i = 1, 1e9 do
      t[i] = s .. i % 10
    end
  end,
}
