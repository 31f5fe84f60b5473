-- expect: script/runtime
-- error() with a table.
return {
  do_go = function(self)
    error({})
  end,
}
