-- expect: script/state
-- Another pack's module can be used, but not changed.
return {
  do_go = function(self)
    local grid = require("near:grid")
    for name in pairs(grid) do grid[name] = nil end
  end,
}
