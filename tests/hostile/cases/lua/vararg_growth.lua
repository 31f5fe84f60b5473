-- expect: script/fuel
-- A call that passes on one value more each time.
return {
  do_go = function(self)
    local function f(...)
      return f(1, ...)
    end
    return f()
  end,
}
