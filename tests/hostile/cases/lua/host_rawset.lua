-- expect: script/unknown-global
-- What only the host may do: rawset.
return {
  do_go = function(self)
    rawset(string, "x", 1)
  end,
}
