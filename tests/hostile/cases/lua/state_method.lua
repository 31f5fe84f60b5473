-- expect: script/runtime
-- Using a library function as a table.
return {
  do_go = function(self)
    local f = ("x").upper
    f.y = 1
  end,
}
