-- expect: script/runtime
-- error() with a level that does not exist.
return {
  do_go = function(self)
    error("far", 1e9)
  end,
}
