-- expect: script/fuel
-- A table that gets a new key for each one that is visited.
return {
  do_go = function(self)
    local t = { 1 }
    local n = 1
    while true do
      for k in pairs(t) do
        n = n + 1
        t[n] = k
      end
    end
  end,
}
