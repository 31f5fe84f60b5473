-- expect: script/unknown-global
-- What only the host may do: newproxy.
return {
  do_go = function(self)
    newproxy(true)
  end,
}
