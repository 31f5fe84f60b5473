-- expect: script/unknown-global
-- What only the host may do: debug.
return {
  do_go = function(self)
    debug.getinfo(1)
  end,
}
