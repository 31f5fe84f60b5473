-- expect: script/state
-- Changing a library through a local variable.
return {
  do_go = function(self)
    local s = string
    s.rep = nil
  end,
}
