-- expect: script/unknown-global
-- What only the host may do: collectgarbage.
return {
  do_go = function(self)
    collectgarbage()
  end,
}
