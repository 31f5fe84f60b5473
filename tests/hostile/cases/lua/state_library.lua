-- expect: script/state
-- A library that all share.
return {
  do_go = function(self)
    local s = string
    s.upper = nil
  end,
}
