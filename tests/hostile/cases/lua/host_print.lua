-- expect: script/unknown-global
-- A function that only a host may call: print.
return {
  do_go = function(self)
    print("x")
  end,
}
