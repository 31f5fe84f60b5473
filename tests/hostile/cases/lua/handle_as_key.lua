-- expect: none
-- A card as the key of a table.
return {
  do_go = function(self)
    local t = {}
    t[top("hand")] = 1
    set(vars, "score", t[top("hand")])
  end,
}
