-- expect: script/arguments
-- Number change nan.
return {
  do_go = function(self)
    change(vars, "score", 0/0)
  end,
}
