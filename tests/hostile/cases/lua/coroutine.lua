-- expect: script/unknown-global
-- Running on after the command.
return {
  do_go = function(self)
    coroutine.wrap(function() end)()
  end,
}
