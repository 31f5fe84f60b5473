-- expect: script/syntax
-- A name that begins with a NUL byte.
return {
  do_go = function(self)
    \0store({}, 1, 1)
  end,
}
