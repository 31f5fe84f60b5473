-- expect: script/fuel
-- A table nested one level deeper in each iteration.
return {
  do_go = function(self)
    local t = {}
    while true do
      t = { t }
    end
  end,
}
