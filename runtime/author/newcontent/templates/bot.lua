-- <<.Name>>: decides what to do next. It can look but not change anything.
--
-- choose returns the name of an action and its targets, or "use", an item and its targets.
local plans = {
<<- range .Turns>>
  <<.Phase>> = function()
<<- range .Picks>>
    <<.>>
<<- end>>
    return <<.Returns>>
  end,
<<- end>>
}

return {
  choose = function()
    return plans[phase()]()
  end,
}
