-- expect: script/unknown-global
-- What only the host may do: getmetatable.
return {
  do_go = function(self)
    return getmetatable("").__index
  end,
}
