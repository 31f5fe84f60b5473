-- expect: script/runtime
-- Calling what is no function.
return {
  do_go = function(self)
    local x = 1
    x()
  end,
}
