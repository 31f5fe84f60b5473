-- expect: script/unknown-global
-- What only the host may do: os execute.
return {
  do_go = function(self)
    os.execute("true")
  end,
}
