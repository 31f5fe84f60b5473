-- expect: none
-- tostring of a table shows no address.
return {
  do_go = function(self)
    say(tostring({}) .. tostring(function() end))
  end,
}
