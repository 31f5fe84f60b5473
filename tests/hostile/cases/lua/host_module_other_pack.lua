-- expect: script/state
-- What another pack offers can be used, and not changed.
return {
  do_go = function(self)
    local grid = require("near:grid")
    for name in pairs(grid) do grid[name] = nil end
  end,
}
