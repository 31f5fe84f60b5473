-- expect: script/fuel
-- A function that calls itself with one more value each time.
return {
  do_go = function(self)
    local function f(...)
      return f(1, ...)
    end
    return f()
  end,
}
