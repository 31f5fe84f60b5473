-- expect: script/unknown-global
-- A function that only a host may call: newproxy.
return {
  do_go = function(self)
    newproxy(true)
  end,
}
