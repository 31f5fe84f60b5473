-- expect: script/unknown-global
-- A function that only a host may call: dofile.
return {
  do_go = function(self)
    dofile("/etc/passwd")
  end,
}
