-- expect: script/unknown-name
-- A variable that is not declared.
return {
  do_go = function(self)
    vars.nothing = 1
  end,
}
