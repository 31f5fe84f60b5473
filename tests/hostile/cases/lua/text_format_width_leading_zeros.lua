-- expect: script/runtime
-- A format width with many leading zeros.
return {
  do_go = function(self)
    say(string.format("%0000000003d", 7))
  end,
}
