-- expect: script/unknown-global
-- A function that only a host may call: load.
return {
  do_go = function(self)
    load(function() end)
  end,
}
