-- expect: script/syntax
-- A long text that never ends.
return {
  do_go = function(self)
    say([==[ never ]=]
  end,
}
