-- expect: script/unknown-global
-- What only the host may do: loadstring.
return {
  do_go = function(self)
    loadstring("return 1")()
  end,
}
