-- expect: script/runtime
-- No key at all.
return {
  do_go = function(self)
    local t, k = {}, nil
    t[k] = 1
  end,
}
