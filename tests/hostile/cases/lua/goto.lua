-- expect: script/syntax
-- A jump.
return {
  do_go = function(self)
    goto out
    ::out::
  end,
}
