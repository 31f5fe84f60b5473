-- expect: script/unknown-global
-- Catching errors with xpcall.
return {
  do_go = function(self)
    xpcall(function() end, function() end)
  end,
}
