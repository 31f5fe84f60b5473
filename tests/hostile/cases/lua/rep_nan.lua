-- expect: script/runtime
-- string.rep with NaN repetitions.
return {
  do_go = function(self)
    return string.rep("x", 0 / 0)
  end,
}
