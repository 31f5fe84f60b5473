-- expect: none
-- Arithmetic with strings that are numbers.
return {
  do_go = function(self)
    say("10" + 1 .. " " .. "7" % -2 .. " " .. -"3" .. " " .. "2" ^ 3)
  end,
}
