-- expect: script/fuel
-- Calls that leave no trace on the stack.
return {
  do_go = function(self)
    local function f()
      return f()
    end
    return f()
  end,
}
