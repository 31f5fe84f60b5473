-- expect: script/runtime
-- nil as a table key.
return {
  do_go = function(self)
    local t, k = {}, nil
    t[k] = 1
  end,
}
