-- expect: script/unknown-global
-- Catching with a handler.
return {
  do_go = function(self)
    xpcall(function() end, function() end)
  end,
}
