-- expect: script/unknown-global
-- A function that only a host may call: setmetatable.
return {
  do_go = function(self)
    setmetatable({}, {})
  end,
}
