-- expect: script/fuel
-- A comparator that calls table.sort.
return {
  do_go = function(self)
    local function sort()
      local t = { 3, 2, 1 }
      table.sort(t, function(a, b)
        sort()
        return a < b
      end)
    end
    sort()
  end,
}
