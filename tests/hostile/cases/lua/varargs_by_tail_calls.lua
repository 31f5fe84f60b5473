-- expect: none
-- Tail calls that pass on their values: a loop that uses no stack.
local function f(n, ...)
  if n == 0 then
    return select("#", ...)
  end
  return f(n - 1, ...)
end
return {
  do_go = function(self)
    say(tostring(f(5000, 1, 2, 3, 4, 5)))
  end,
}
