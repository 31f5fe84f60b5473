-- expect: script/fuel
-- Loop ipairs that grows.
return {
  do_go = function(self)
    local t = {1}
    for i in ipairs(t) do
      table.insert(t, i)
    end
  end,
}
