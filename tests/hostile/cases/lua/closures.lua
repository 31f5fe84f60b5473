-- expect: script/fuel
-- Making and keeping closures in an endless loop.
return {
  do_go = function(self)
    local t, i = {}, 0
    while true do
      i = i + 1
      t[i] = function()
        return i
      end
    end
  end,
}
