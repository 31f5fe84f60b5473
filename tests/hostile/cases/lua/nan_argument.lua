-- expect: script/arguments
-- NaN as an argument.
return {
  do_go = function(self)
    random("loot", 1, 0 / 0)
  end,
}
