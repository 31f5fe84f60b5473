-- expect: script/fuel
-- A step too small to ever reach the end.
return {
  do_go = function(self)
    for _ = 1, 2, 1e-300 do
    end
  end,
}
