-- expect: script/runtime
-- Calling a value that is not a function.
return {
  do_go = function(self)
    local x = 1
    x()
  end,
}
