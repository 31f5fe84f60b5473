-- expect: script/arguments
-- Api until many times.
return {
  do_go = function(self)
    local n = 1e300
    change(vars, "score", 1, "snap", n)
  end,
}
