-- expect: none
-- Removing from a list that is empty.
return {
  do_go = function(self)
    table.remove({})
    table.remove({}, 1e9)
  end,
}
