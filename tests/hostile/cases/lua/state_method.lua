-- expect: script/runtime
-- A function of a library taken for a table.
return {
  do_go = function(self)
    local f = ("x").upper
    f.y = 1
  end,
}
