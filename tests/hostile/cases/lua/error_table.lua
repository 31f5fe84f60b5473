-- expect: script/runtime
-- An error that is a table.
return {
  do_go = function(self)
    error({})
  end,
}
