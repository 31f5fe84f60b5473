-- expect: script/unknown-global
-- What only the host may do: dofile.
return {
  do_go = function(self)
    dofile("/etc/passwd")
  end,
}
