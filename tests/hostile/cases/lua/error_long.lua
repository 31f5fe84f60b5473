-- expect: script/runtime
-- error() with several thousand lines of text.
return {
  do_go = function(self)
    error(string.rep("line\n", 1500))
  end,
}
