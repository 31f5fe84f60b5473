-- expect: script/unknown-global
-- What only the host may do: io open.
return {
  do_go = function(self)
    io.open("/etc/passwd")
  end,
}
