-- expect: script/unknown-name
-- An undeclared variable.
return {
  do_go = function(self)
    vars.nothing = 1
  end,
}
