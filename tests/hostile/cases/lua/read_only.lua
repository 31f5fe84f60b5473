-- expect: script/read-only
-- A modifier that changes the state.
return {
  do_go = function()
    modify("worth", 1)
  end,
  modify_worth = function(_, n)
    set(vars, "score", 1)
    return n
  end,
}
