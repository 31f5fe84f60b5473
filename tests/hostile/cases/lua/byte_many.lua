-- expect: script/runtime
-- A call that returns more values than the stack holds.
return {
  do_go = function(self)
    local s = ("x"):rep(4000)
    local function count(...)
      return select("#", ...)
    end
    local n = 0
    for _ = 1, 300 do
      n = n + count(s:byte(1, -1))
    end
    error(n)
  end,
}
