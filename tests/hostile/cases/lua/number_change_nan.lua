-- expect: script/arguments
-- Changing a variable by NaN.
return {
  do_go = function(self)
    change(vars, "score", 0/0)
  end,
}
