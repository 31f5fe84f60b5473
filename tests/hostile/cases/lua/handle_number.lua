-- expect: script/arguments
-- Passing a number where a card is expected.
return {
  do_go = function(self)
    local n = 16777217
    remove(n)
  end,
}
