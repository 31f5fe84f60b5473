-- expect: script/runtime
-- error() with a card.
return {
  do_go = function(self)
    error(top("hand"))
  end,
}
