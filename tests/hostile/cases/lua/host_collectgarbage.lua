-- expect: script/unknown-global
-- A function that only a host may call: collectgarbage.
return {
  do_go = function(self)
    collectgarbage()
  end,
}
