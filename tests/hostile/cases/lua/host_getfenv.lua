-- expect: script/unknown-global
-- A function that only a host may call: getfenv.
return {
  do_go = function(self)
    return getfenv(0)
  end,
}
