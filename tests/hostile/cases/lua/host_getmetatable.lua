-- expect: script/unknown-global
-- A function that only a host may call: getmetatable.
return {
  do_go = function(self)
    return getmetatable("").__index
  end,
}
