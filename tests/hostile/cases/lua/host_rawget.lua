-- expect: script/unknown-global
-- A function that only a host may call: rawget.
return {
  do_go = function(self)
    return rawget(string, "x")
  end,
}
