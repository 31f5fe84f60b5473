-- expect: none
-- Sorting a list with NaN.
return {
  do_go = function(self)
    local t = {3, 0/0, 1, 2}
    table.sort(t)
    say("sorted " .. #t)
  end,
}
