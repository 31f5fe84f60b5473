-- expect: script/unknown-global
-- What only the host may do: load.
return {
  do_go = function(self)
    load(function() end)
  end,
}
