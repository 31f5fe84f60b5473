-- expect: script/runtime
-- What is no function is not taken for none.
return {
  do_go = function(self)
    table.sort({2, 1}, 5)
  end,
}
