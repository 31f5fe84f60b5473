-- expect: none
-- pairs visits keys in the order in which they were set.
return {
  do_go = function(self)
    local t, all = {}, {}
    for _, k in ipairs({"z", "a", "m", "b"}) do t[k] = 1 end
    for k in pairs(t) do table.insert(all, k) end
    say(table.concat(all))
  end,
}
