-- expect: script/fuel
-- Loop pairs that grows.
return {
  do_go = function(self)
    local t = {1}
    for k in pairs(t) do
      t[k + 1] = true
    end
  end,
}
