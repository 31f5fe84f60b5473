-- expect: script/fuel
-- An iterator that never ends.
return {
  do_go = function(self)
    for _ in function() return 1 end do
    end
  end,
}
