-- expect: script/fuel
-- A function that calls itself.
return {
  do_go = function(self)
    local function f()
      return 1 + f()
    end
    return f()
  end,
}
