-- expect: script/runtime
-- Indexing nil is reported.
return {
  do_go = function(self)
    local x
    return x.y.z
  end,
}
