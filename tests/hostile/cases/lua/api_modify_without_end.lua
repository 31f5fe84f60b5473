-- expect: script/fuel
-- Api modify without end.
return {
  do_go = function(self)
    while true do modify("worth", 1) end
  end,
}
