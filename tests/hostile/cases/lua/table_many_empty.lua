-- expect: script/fuel
-- Making and keeping empty tables in an endless loop.
return {
  do_go = function(self)
    local all, i = {}, 0
    while true do
      i = i + 1
      all[i] = {}
    end
  end,
}
