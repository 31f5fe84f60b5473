-- expect: script/fuel
-- Calling next on a table of deleted keys again and again.
return {
  do_go = function(self)
    local t = {}
    for i = 1, 3e4 do
      t["k" .. i] = 1
    end
    for i = 1, 3e4 do
      t["k" .. i] = nil
    end
    while true do
      next(t)
    end
  end,
}
