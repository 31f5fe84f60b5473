-- expect: script/unknown-global
-- What only the host may do: io popen.
return {
  do_go = function(self)
    io.popen("true")
  end,
}
