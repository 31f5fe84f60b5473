-- expect: script/unknown-global
-- A function that only a host may call: io.popen.
return {
  do_go = function(self)
    io.popen("true")
  end,
}
