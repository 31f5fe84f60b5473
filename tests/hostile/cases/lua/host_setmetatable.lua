-- expect: script/unknown-global
-- What only the host may do: setmetatable.
return {
  do_go = function(self)
    setmetatable({}, {})
  end,
}
