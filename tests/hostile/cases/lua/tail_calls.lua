-- expect: script/fuel
-- Endless tail calls, which use no stack.
return {
  do_go = function(self)
    local function f()
      return f()
    end
    return f()
  end,
}
