-- expect: none
-- A range wider than numbers are exact.
return {
  do_go = function(self)
    random("loot", -2 ^ 53, 2 ^ 53)
  end,
}
