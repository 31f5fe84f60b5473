-- expect: script/arguments
-- An argument that is no number.
return {
  do_go = function(self)
    random("loot", 1, 0 / 0)
  end,
}
