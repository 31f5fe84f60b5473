-- expect: none
-- tonumber of hexadecimal floats, nan and inf.
return {
  do_go = function(self)
    say(tostring(tonumber("0x1p-2")) .. tostring(tonumber("nan")) .. tostring(tonumber("inf")) .. tostring(tonumber("1_0")))
  end,
}
