-- expect: script/runtime
-- A value that cannot be made a text is still told.
return {
  do_go = function(self)
    local x
    return x.y.z
  end,
}
