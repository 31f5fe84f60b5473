-- expect: none
-- Removing from an empty list.
return {
  do_go = function(self)
    table.remove({})
    table.remove({}, 1e9)
  end,
}
