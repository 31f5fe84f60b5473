-- expect: script/runtime
-- An error with a text of several thousand lines.
return {
  do_go = function(self)
    error(string.rep("line\n", 1500))
  end,
}
