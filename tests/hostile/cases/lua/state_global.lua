-- expect: script/state
-- Setting a global variable.
return {
  do_go = function(self)
    count = (count or 0) + 1
  end,
}
