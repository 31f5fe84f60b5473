-- expect: script/state
-- Host library removed from.
return {
  do_go = function(self)
    table.remove(string)
  end,
}
