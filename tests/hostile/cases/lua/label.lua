-- expect: script/syntax
-- A label without a goto.
return {
  do_go = function(self)
    ::out::
    local _ = self
  end,
}
