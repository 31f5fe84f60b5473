-- expect: script/state
-- What a local holds is known when it runs.
return {
  do_go = function(self)
    local s = string
    s.rep = nil
  end,
}
