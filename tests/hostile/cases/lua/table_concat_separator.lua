-- expect: script/runtime
-- Joining a thousand numbers with a separator of 4000 characters.
return {
  do_go = function(self)
    local t = {}
    for i = 1, 1000 do t[i] = 1 end
    say(table.concat(t, ("x"):rep(4000)))
  end,
}
