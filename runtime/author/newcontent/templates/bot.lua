-- <<.Name>>: decides what to do next. It can read the game, but not change it.
--
-- choose returns the name of an action and its targets; "use", an item and its targets; or "any"
-- for any legal command, at random.
local plans = {
<<- range .Turns>>
<<- range .Commands>>
  -- <<.>>
<<- end>>
  <<.Phase>> = function()
    return "any"
  end,
<<- end>>
}

return {
  choose = function()
    return plans[phase()]()
  end,
}
