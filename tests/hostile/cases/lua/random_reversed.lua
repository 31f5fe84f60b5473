-- expect: script/arguments
-- A range that ends before it begins.
return {
  do_go = function(self)
    random("loot", 6, 1)
  end,
}
