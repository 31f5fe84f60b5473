-- expect: none
-- A comparator that contradicts itself.
return {
  do_go = function(self)
    local t, n = {}, 0
    for i = 1, 100 do
      t[i] = i * 7 % 100
    end
    table.sort(t, function(a, b)
      n = n + 1
      return (a + b + n) % 3 == 0
    end)
  end,
}
