-- expect: script/fuel
-- Endless recursion with 200 unpacked values per call.
return {
  do_go = function(self)
    local function f(n, ...) return f(n + 1, unpack({...}, 1, 200)) end
    f(1, unpack({}, 1, 200))
  end,
}
