-- expect: none
-- 5 % 0 is NaN.
return {
  do_go = function(self)
    say(tostring(5 % 0 ~= 5 % 0))
  end,
}
