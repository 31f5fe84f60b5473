-- expect: script/unknown-global
-- A table that only a host may use: _G.
return {
  do_go = function(self)
    return _G.os
  end,
}
