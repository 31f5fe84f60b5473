-- expect: script/unknown-name
-- A table as the name of a variable.
return {
  do_go = function(self)
    local name = {}
    vars[name] = 1
  end,
}
