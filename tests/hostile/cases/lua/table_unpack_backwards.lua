-- expect: none
-- unpack with an end far before the start returns nothing.
return {
  do_go = function(self)
    say("n" .. select("#", unpack({}, 2 ^ 53, -2 ^ 53)))
  end,
}
