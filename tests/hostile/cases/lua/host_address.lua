-- expect: none
-- A table made a text shows no address.
return {
  do_go = function(self)
    say(tostring({}) .. tostring(function() end))
  end,
}
