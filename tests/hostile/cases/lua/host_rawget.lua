-- expect: script/unknown-global
-- What only the host may do: rawget.
return {
  do_go = function(self)
    return rawget(string, "x")
  end,
}
