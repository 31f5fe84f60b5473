-- expect: script/state
-- Host library sorted.
return {
  do_go = function(self)
    local t = table
    t.sort(math)
  end,
}
