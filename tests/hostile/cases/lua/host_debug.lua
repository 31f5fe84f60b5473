-- expect: script/unknown-global
-- A library that only a host may use: debug.
return {
  do_go = function(self)
    debug.getinfo(1)
  end,
}
