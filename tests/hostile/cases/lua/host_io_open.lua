-- expect: script/unknown-global
-- A function that only a host may call: io.open.
return {
  do_go = function(self)
    io.open("/etc/passwd")
  end,
}
