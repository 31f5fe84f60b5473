-- expect: script/fuel
-- A comparator with an endless loop.
return {
  do_go = function(self)
    table.sort({3, 2, 1}, function() while true do end end)
  end,
}
