-- expect: script/fuel
-- Endless recursion from within ninety nested operators.
local function f(n)
  return <<90 * "1 + (">>f(n + 1)<<90 * ")">>
end
return {
  do_go = function(self)
    f(1)
  end,
}
