-- expect: none
-- select of a value that does not exist.
return {
  do_go = function(self)
    return select(1e9, 1)
  end,
}
