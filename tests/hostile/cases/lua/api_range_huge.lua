-- expect: script/arguments
-- Api range huge.
return {
  do_go = function(self)
    range(1, 1e9)
  end,
}
