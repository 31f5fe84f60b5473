-- expect: script/runtime
-- Joining a list into a string that is too long.
return {
  do_go = function(self)
    local t = {}
    for i = 1, 2000 do
      t[i] = "0123456789"
    end
    return table.concat(t)
  end,
}
