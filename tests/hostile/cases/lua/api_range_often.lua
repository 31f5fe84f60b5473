-- expect: script/fuel
-- Making long ranges in an endless loop.
return {
  do_go = function(self)
    while true do range(1, 1000) end
  end,
}
