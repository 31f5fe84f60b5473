-- expect: script/fuel
-- Copying a table in an endless loop.
return {
  do_go = function(self)
    local t, all, i = {<<200 * "%d, ">>0}, {}, 0
    while true do
      i = i + 1
      all[i] = table.copy(t)
    end
  end,
}
