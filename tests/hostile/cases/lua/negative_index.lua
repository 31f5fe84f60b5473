-- expect: none
-- Indexes before the first.
return {
  do_go = function(self)
    local t = {}
    t[-1e9] = 1
    t[0] = 1
  end,
}
