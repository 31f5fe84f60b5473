-- expect: none
-- Table unpack backwards.
return {
  do_go = function(self)
    say("n" .. select("#", unpack({}, 2 ^ 53, -2 ^ 53)))
  end,
}
