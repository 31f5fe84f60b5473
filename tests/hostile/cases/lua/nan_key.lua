-- expect: script/runtime
-- A key that is no number.
return {
  do_go = function(self)
    local t = {}
    t[0 / 0] = 1
  end,
}
