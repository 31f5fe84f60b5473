-- expect: script/unknown-global
-- What only the host may do: getfenv.
return {
  do_go = function(self)
    return getfenv(0)
  end,
}
