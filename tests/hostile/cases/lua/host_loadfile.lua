-- expect: script/unknown-global
-- A function that only a host may call: loadfile.
return {
  do_go = function(self)
    loadfile("/etc/passwd")
  end,
}
