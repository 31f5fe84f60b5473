-- expect: script/runtime
-- A failed assertion.
return {
  do_go = function(self)
    assert(false)
  end,
}
