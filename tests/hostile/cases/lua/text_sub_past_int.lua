-- expect: none
-- Text sub past int.
return {
  do_go = function(self)
    say(string.sub("abcdef", -2 ^ 53, 2 ^ 53))
  end,
}
