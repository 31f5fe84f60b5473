-- expect: script/runtime
-- An error that is a card.
return {
  do_go = function(self)
    error(top("hand"))
  end,
}
