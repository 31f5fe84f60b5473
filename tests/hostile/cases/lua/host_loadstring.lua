-- expect: script/unknown-global
-- A function that only a host may call: loadstring.
return {
  do_go = function(self)
    loadstring("return 1")()
  end,
}
