-- expect: script/fuel
-- Endless recursion with fifty arguments per call.
return {
  do_go = function(self)
    local function deep(<<50 * "a%d, ">>z)
      return 1 + deep(<<50 * "a%d, ">>z)
    end
    deep(1)
  end,
}
