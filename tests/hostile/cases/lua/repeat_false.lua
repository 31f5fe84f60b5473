-- expect: script/fuel
-- A repeat loop that never ends.
return {
  do_go = function(self)
    repeat
    until false
  end,
}
