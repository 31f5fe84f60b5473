-- expect: script/syntax
-- The names of the helpers that count cannot be written.
return {
  do_go = function(self)
    \0store({}, 1, 1)
  end,
}
