-- expect: script/unknown-global
-- What only the host may do: print.
return {
  do_go = function(self)
    print("x")
  end,
}
