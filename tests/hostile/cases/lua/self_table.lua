-- expect: none
-- A table that contains itself.
return {
  do_go = function(self)
    local t = {}
    t.t = t
    t[t] = t
  end,
}
