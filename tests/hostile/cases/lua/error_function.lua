-- expect: script/runtime
-- An error that is a function.
return {
  do_go = function(self)
    error(function() end)
  end,
}
