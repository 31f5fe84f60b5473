-- expect: script/arguments
-- A temporary change that ends after 1e300 events.
return {
  do_go = function(self)
    local n = 1e300
    change(vars, "score", 1, "snap", n)
  end,
}
