-- expect: script/syntax
-- A long bracket that is never closed.
return {
  do_go = function(self)
    say([==[ never ]=]
  end,
}
