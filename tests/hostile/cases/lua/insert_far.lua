-- expect: none
-- Inserting where no list reaches.
return {
  do_go = function(self)
    table.insert({}, 1e9, 1)
  end,
}
