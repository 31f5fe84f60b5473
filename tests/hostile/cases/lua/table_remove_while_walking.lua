-- expect: none
-- Removing keys while iterating with pairs.
return {
  do_go = function(self)
    local t = {1, 2, 3, 4}
    for k in pairs(t) do t[k] = nil end
    say("left " .. #t)
  end,
}
