-- expect: script/state
-- Changing a library, which all scripts share.
return {
  do_go = function(self)
    local s = string
    s.upper = nil
  end,
}
