-- expect: script/syntax
-- A label without a jump.
return {
  do_go = function(self)
    ::out::
    local _ = self
  end,
}
