-- expect: script/unknown-global
-- What only the host may do: rawequal.
return {
  do_go = function(self)
    return rawequal(1, 1)
  end,
}
