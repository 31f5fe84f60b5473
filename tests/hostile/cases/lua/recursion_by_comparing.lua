-- expect: script/fuel
-- A comparator that calls table.sort with itself.
local function by(a, b)
  local t = { 3, 2, 1 }
  table.sort(t, by)
  return a < b
end
return {
  do_go = function(self)
    table.sort({ 2, 1 }, by)
  end,
}
