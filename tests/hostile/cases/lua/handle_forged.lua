-- expect: script/arguments
-- Passing a table where a card is expected.
return {
  do_go = function(self)
    remove({ id = 1, kind = "card" })
  end,
}
