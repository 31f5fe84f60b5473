-- expect: script/unknown-global
-- What only the host may do: loadfile.
return {
  do_go = function(self)
    loadfile("/etc/passwd")
  end,
}
