-- expect: none
-- A value that is not there.
return {
  do_go = function(self)
    return select(1e9, 1)
  end,
}
