-- expect: script/fuel
-- A table within a table, and so on.
return {
  do_go = function(self)
    local t = {}
    while true do
      t = { t }
    end
  end,
}
