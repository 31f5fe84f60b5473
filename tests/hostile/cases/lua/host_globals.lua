-- expect: script/unknown-global
-- What only the host may do: globals.
return {
  do_go = function(self)
    return _G.os
  end,
}
