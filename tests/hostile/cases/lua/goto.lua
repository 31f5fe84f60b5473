-- expect: script/syntax
-- A goto statement.
return {
  do_go = function(self)
    goto out
    ::out::
  end,
}
