-- expect: script/fuel
-- Adding modifiers in an endless loop.
return {
  do_go = function(self)
    while true do modify("worth", 1) end
  end,
}
