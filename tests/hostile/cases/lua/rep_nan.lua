-- expect: script/runtime
-- No number of repetitions.
return {
  do_go = function(self)
    return string.rep("x", 0 / 0)
  end,
}
