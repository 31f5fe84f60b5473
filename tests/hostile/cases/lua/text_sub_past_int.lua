-- expect: none
-- string.sub from -2^53 to 2^53.
return {
  do_go = function(self)
    say(string.sub("abcdef", -2 ^ 53, 2 ^ 53))
  end,
}
