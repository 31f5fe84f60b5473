-- expect: script/fuel
-- Making tables in an endless loop without keeping them.
return {
  do_go = function(self)
    while true do
      local _ = { 1, 2, 3, 4, 5, 6, 7, 8 }
    end
  end,
}
