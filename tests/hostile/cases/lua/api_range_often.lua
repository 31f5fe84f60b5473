-- expect: script/fuel
-- Api range often.
return {
  do_go = function(self)
    while true do range(1, 1000) end
  end,
}
