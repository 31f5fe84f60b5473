-- expect: script/unknown-global
-- A coroutine that would run on after the command.
return {
  do_go = function(self)
    coroutine.wrap(function() end)()
  end,
}
