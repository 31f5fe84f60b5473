-- expect: script/runtime
-- Table concat separator.
return {
  do_go = function(self)
    local t = {}
    for i = 1, 1000 do t[i] = 1 end
    say(table.concat(t, ("x"):rep(4000)))
  end,
}
