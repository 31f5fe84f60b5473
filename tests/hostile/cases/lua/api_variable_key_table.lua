-- expect: script/unknown-name
-- Api variable key table.
return {
  do_go = function(self)
    local name = {}
    vars[name] = 1
  end,
}
