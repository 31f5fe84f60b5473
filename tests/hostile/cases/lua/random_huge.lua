-- expect: none
-- A range wider than the exact whole numbers.
return {
  do_go = function(self)
    random("loot", -2 ^ 53, 2 ^ 53)
  end,
}
