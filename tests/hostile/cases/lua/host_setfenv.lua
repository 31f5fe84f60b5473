-- expect: script/unknown-global
-- What only the host may do: setfenv.
return {
  do_go = function(self)
    setfenv(1, {})
  end,
}
