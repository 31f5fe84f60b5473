-- expect: none
-- Inserting far beyond the end of a list.
return {
  do_go = function(self)
    table.insert({}, 1e9, 1)
  end,
}
