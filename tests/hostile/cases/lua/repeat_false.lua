-- expect: script/fuel
-- A loop that is never done.
return {
  do_go = function(self)
    repeat
    until false
  end,
}
