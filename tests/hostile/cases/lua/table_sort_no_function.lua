-- expect: script/runtime
-- A comparator that is not a function is an error; it is not ignored.
return {
  do_go = function(self)
    table.sort({2, 1}, 5)
  end,
}
