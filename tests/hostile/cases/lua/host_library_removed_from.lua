-- expect: script/state
-- Removing from a library with table.remove.
return {
  do_go = function(self)
    table.remove(string)
  end,
}
