-- expect: script/fuel
-- Deep calls that each hold many values.
return {
  do_go = function(self)
    local function f(n, ...)
      if n == 0 then
        return 0
      end
      return 1 + f(n - 1, n, ...)
    end
    return f(1e5)
  end,
}
