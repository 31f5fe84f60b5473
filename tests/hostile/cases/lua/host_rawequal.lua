-- expect: script/unknown-global
-- A function that only a host may call: rawequal.
return {
  do_go = function(self)
    return rawequal(1, 1)
  end,
}
