-- expect: script/runtime
-- string.rep with a result of a gigabyte.
return {
  do_go = function(self)
    return string.rep("x", 1e9)
  end,
}
