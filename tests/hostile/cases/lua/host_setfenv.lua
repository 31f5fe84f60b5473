-- expect: script/unknown-global
-- A function that only a host may call: setfenv.
return {
  do_go = function(self)
    setfenv(1, {})
  end,
}
