-- expect: script/fuel
-- The length of a list from which nearly everything was removed.
return {
  do_go = function(self)
    local t = {}
    for i = 1, 9e4 do
      t[i] = 1
    end
    for i = 1, 89999 do
      t[i] = nil
    end
    while true do
      local _ = #t
    end
  end,
}
