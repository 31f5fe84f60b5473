-- expect: script/runtime
-- NaN as a table key.
return {
  do_go = function(self)
    local t = {}
    t[0 / 0] = 1
  end,
}
