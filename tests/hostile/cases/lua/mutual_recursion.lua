-- expect: script/fuel
-- Two functions that call each other.
return {
  do_go = function(self)
    local a, b
    function a()
      return b() + 1
    end
    function b()
      return a() + 1
    end
    return a()
  end,
}
