-- expect: script/runtime
-- An error at a level that is not there.
return {
  do_go = function(self)
    error("far", 1e9)
  end,
}
