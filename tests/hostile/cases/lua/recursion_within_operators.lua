-- expect: script/fuel
-- Calls without end, each from within ninety operators.
local function f(n)
  return <<90 * "1 + (">>f(n + 1)<<90 * ")">>
end
return {
  do_go = function(self)
    f(1)
  end,
}
