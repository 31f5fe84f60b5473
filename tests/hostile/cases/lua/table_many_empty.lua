-- expect: script/fuel
-- Table many empty.
return {
  do_go = function(self)
    local all, i = {}, 0
    while true do
      i = i + 1
      all[i] = {}
    end
  end,
}
