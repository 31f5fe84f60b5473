-- expect: none
-- A table that holds itself.
return {
  do_go = function(self)
    local t = {}
    t.t = t
    t[t] = t
  end,
}
