-- expect: script/runtime
-- error() with a function.
return {
  do_go = function(self)
    error(function() end)
  end,
}
