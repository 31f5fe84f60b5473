-- expect: script/fuel
-- pairs over a table that gets a new key in each iteration.
return {
  do_go = function(self)
    local t = {1}
    for k in pairs(t) do
      t[k + 1] = true
    end
  end,
}
