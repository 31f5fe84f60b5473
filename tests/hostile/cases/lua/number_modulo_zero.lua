-- expect: none
-- Number modulo zero.
return {
  do_go = function(self)
    say(tostring(5 % 0 ~= 5 % 0))
  end,
}
