-- expect: script/unknown-global
-- A function that only a host may call: rawset.
return {
  do_go = function(self)
    rawset(string, "x", 1)
  end,
}
