-- expect: script/arguments
-- A range of a billion numbers.
return {
  do_go = function(self)
    range(1, 1e9)
  end,
}
