-- expect: script/unknown-global
-- A function that only a host may call: os.execute.
return {
  do_go = function(self)
    os.execute("true")
  end,
}
